import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { formatMoney, formatPrice } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { AcceptedOrder, CheckingOrder, DoubtWords, LateOrder } from "../trading/flow-words.tsx";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { openingMayRest, type OpeningFlow } from "./opening-flow.ts";
import { contractRefusalText } from "./opening-refusal-text.ts";
import { useContractWords } from "./use-contract-words.ts";
import { useOpeningOutcome } from "./use-opening-outcome.ts";
import { useContractOf } from "./use-position-facts.ts";
import styles from "../trading/flow-words.module.css";

const tones = { filled: "success", waiting: "success", reviewing: "info", partly: "warning", cancelled: "warning" } as const;

/** What an order to open is doing, or what became of it. */
export function OpeningProgress({ flow }: { flow: OpeningFlow }) {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const outcome = useOpeningOutcome();
  switch (flow.step) {
    case "checking": return <CheckingOrder unreachable={flow.tries > 0} />;
    case "accepted": return <AcceptedOrder mayRest={openingMayRest(flow.order)} unreachable={flow.tries > 0} late={flow.late} />;
    case "refused":
      return (
        <div className={styles.progress}>
          <Banner tone="danger" live>{i18n._(contractRefusalText(flow.refusal.status, flow.refusal.data, { locale: i18n.locale, hidden }))}</Banner>
          <p className={styles.words}><Trans>Nothing was opened and nothing set aside. The form still holds what you typed.</Trans></p>
        </div>
      );
    case "absent":
      return (
        <div className={styles.progress}>
          <Banner tone="warning" live><Trans>The venue did not get your order: nothing was opened. The form still holds what you typed.</Trans></Banner>
          {flow.doubt !== null && <DoubtWords />}
        </div>
      );
    case "filled": case "partly": case "cancelled": case "reviewing": case "waiting":
      return (
        <div className={styles.progress}>
          <Banner tone={tones[flow.step]} live>{outcome(flow.order)}</Banner>
          {flow.late && <LateOrder />}
          <Receipt order={flow.order} />
        </div>
      );
    default:
      return null;
  }
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
      <KeyValue label={t`Entry price`}>{formatPrice(order.trade_avg_price, decimals, i18n.locale)} {words.quote}</KeyValue>
      <KeyValue label={t`Size`}>{`${words.size(order.trade_volume)} (${words.contracts(order.trade_volume)})`}</KeyValue>
      <KeyValue label={t`Leverage`}>{order.lever_rate}×</KeyValue>
      <KeyValue label={t`Fee`}>{formatMoney(order.fee, words.quote, i18n.locale, { hidden })}</KeyValue>
    </KeyValues>
  );
}
