import { useLingui } from "@lingui/react/macro";
import type { ContractPosition } from "#protocol/perpetual.ts";
import { formatDateTime } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { negated } from "./position-size.ts";
import { useContractWords } from "./use-contract-words.ts";
import { usePositionFacts } from "./use-position-facts.ts";

/** An open position in a few lines, to read and not to act on. */
export function PositionSummary({ position }: { position: ContractPosition }) {
  const { t, i18n } = useLingui();
  const { market, figures } = usePositionFacts(position);
  const words = useContractWords(market);
  return (
    <KeyValues dense>
      <KeyValue label={t`Position`}>
        {words.side(position.direction)} {position.lever_rate}× {position.contract_code}
      </KeyValue>
      <KeyValue label={t`Size`}>{words.size(position.volume)}</KeyValue>
      <KeyValue label={t`Entry price`}>{words.price(position.cost_open)}</KeyValue>
      <KeyValue label={t`Margin`}>{figures ? words.exact(figures.exposure.margin) : "–"}</KeyValue>
      <KeyValue label={t`Fees`}>{words.signedText(negated(position.fee))}</KeyValue>
      <KeyValue label={t`Funding`}>{words.signedText(position.funding)}</KeyValue>
      <KeyValue label={t`Opened`}>{formatDateTime(position.open_time, i18n.locale)}</KeyValue>
    </KeyValues>
  );
}
