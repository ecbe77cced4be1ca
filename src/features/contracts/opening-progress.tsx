import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { FlowOutcome } from "../trading/flow-outcome.tsx";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { openingMayRest, type OpeningFlow } from "./opening-flow.ts";
import { contractRefusalText } from "./opening-refusal-text.ts";
import { useContractWords } from "./use-contract-words.ts";
import { useOpeningOutcome } from "./use-opening-outcome.ts";
import { useContractOf } from "./use-position-facts.ts";

/** What an order to open is doing, or what became of it. */
export function OpeningProgress({ flow }: { flow: OpeningFlow }) {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const outcomeText = useOpeningOutcome();
  return (
    <FlowOutcome
      flow={flow}
      mayRest={openingMayRest}
      refusalText={({ status, data }) =>
        i18n._(contractRefusalText(status, data, { locale: i18n.locale, hidden }))
      }
      unchanged={() => (
        <Trans>
          Nothing was opened and nothing set aside. The form still holds what you typed.
        </Trans>
      )}
      absent={() => (
        <Trans>
          The venue did not get your order: nothing was opened. The form still holds what you typed.
        </Trans>
      )}
      outcomeText={outcomeText}
      receipt={(order) => <Receipt order={order} />}
    />
  );
}

/** What opening cost. */
function Receipt({ order }: { order: ContractOrder }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const market = useContractOf(order.contract_code);
  const words = useContractWords(market);
  if (order.trade_volume === 0 || order.trade_avg_price === null) return null;
  const decimals = order.trade_avg_price.split(".")[1]?.length ?? 2;
  return (
    <KeyValues>
      <KeyValue label={t`Entry price`}>
        {formatPrice(order.trade_avg_price, decimals, i18n.locale)} {words.quote}
      </KeyValue>
      <KeyValue
        label={t`Size`}
      >{`${words.size(order.trade_volume)} (${words.contracts(order.trade_volume)})`}</KeyValue>
      <KeyValue label={t`Leverage`}>{order.lever_rate}×</KeyValue>
      <KeyValue label={t`Fee`}>
        {formatMoney(order.fee, words.quote, i18n.locale, { hidden })}
      </KeyValue>
    </KeyValues>
  );
}
