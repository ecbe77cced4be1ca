import { Trans, useLingui } from "@lingui/react/macro";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import type { CloseSummary } from "./close-form.ts";
import type { ContractWords } from "../figures/use-contract-format.ts";
import styles from "../figures/contract-sheet.module.css";

export interface CloseRowsProps {
  position: ContractPosition;
  /** Undefined until the rules of the market are known. */
  summary: CloseSummary | undefined;
  words: ContractWords;
}

/** What a close would bring by the displayed book: price, profit, fee, margin back, and what stays open. */
export function CloseRows({ position, summary, words }: CloseRowsProps) {
  const { t } = useLingui();
  const estimate = summary?.estimate;
  const both = estimate?.both;
  const left = estimate?.left;
  const price = words.average(both?.average);
  const waits = estimate?.later ? words.contracts(Number(estimate.later.volume)) : "";
  const unfilled = words.contracts(Number(estimate?.unfilled ?? 0));
  return (
    <>
      <KeyValues dense>
        <KeyValue label={t`Entry price`}>{words.price(position.cost_open)}</KeyValue>
        <KeyValue
          label={t`Closing price`}
          explanation={
            <Trans>
              The average over the levels of the book that it takes, as the book stands now.
            </Trans>
          }
        >
          {both ? `≈ ${price}` : "–"}
        </KeyValue>
        <KeyValue
          label={t`Realised profit`}
          tone={both ? (both.realised < 0 ? "down" : "up") : undefined}
        >
          {both ? `≈ ${words.signed(both.realised)}` : "–"}
        </KeyValue>
        <KeyValue label={t`Fee`}>{both ? `≈ ${words.cost(both.fee)}` : "–"}</KeyValue>
        <KeyValue label={t`Margin that comes back`}>
          {both ? words.money(both.released) : "–"}
        </KeyValue>
        <KeyValue label={t`Arrives in your balance`} strong>
          {both ? `≈ ${words.money(both.arrives)}` : "–"}
        </KeyValue>
        {left && left.volume > 0 && (
          <KeyValue label={t`Stays open`}>{words.contracts(Number(left.volume))}</KeyValue>
        )}
        {left && left.volume > 0 && estimate && (
          <KeyValue label={t`Liquidation after that`}>
            {estimate.liquidation === null ? t`None` : words.ticks(estimate.liquidation)}
          </KeyValue>
        )}
      </KeyValues>
      {estimate?.later && (
        <p className={styles.note}>
          <Trans>
            {waits} wait in the book until the market trades through your price. They cannot be
            closed otherwise meanwhile.
          </Trans>
        </p>
      )}
      {estimate && estimate.unfilled > 0 && (
        <p className={styles.problem}>
          <Trans>
            The book has no buyers or sellers for {unfilled} within 5 %: they would stay open.
          </Trans>
        </p>
      )}
    </>
  );
}
