import { Trans, useLingui } from "@lingui/react/macro";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { useWrite } from "../../../writes/use-write.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { reversalOf } from "./reverse-estimate.ts";
import { useContractFacts } from "../figures/use-contract-facts.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { reversing } from "./position-writes.ts";
import styles from "../figures/contract-sheet.module.css";

export interface PositionReverseSheetProps {
  position: ContractPosition;
  symbol: string;
  open: boolean;
  /** Why nothing can be opened at present. */
  stop: string | undefined;
  onClose: () => void;
}

/** Closes a position and opens as many contracts the other way: both legs, then the question whether to. */
export function PositionReverseSheet({
  position,
  symbol,
  open,
  stop,
  onClose,
}: PositionReverseSheetProps) {
  const { t } = useLingui();
  const facts = useContractFacts(symbol);
  const words = useContractWords(facts?.market);
  const { write, send, isBusy: busy, isAwaited, dismiss: reset } = useWrite(reversing(position.id));
  const reversal = facts && reversalOf(position, facts);
  const old = words.side(position.direction);
  const next = words.side(position.direction === "buy" ? "sell" : "buy");
  const count = words.contracts(position.volume);

  function leave() {
    onClose();
    if (!busy) reset();
  }

  const reason =
    stop ??
    (reversal === undefined
      ? t`The book is still loading.`
      : position.frozen > 0
        ? t`Cancel the orders that wait to close it first.`
        : reversal.covered === "no"
          ? t`There is not enough for the margin of the new side.`
          : undefined);
  const { close, open: opened } = reversal ?? {};
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t`Turn ${old} into ${next}?`}
      closeLabel={t`Close`}
      dismissible={!isAwaited}
    >
      <div className={styles.body}>
        {write.step !== "done" && (
          <>
            <p className={styles.legs}>
              <Trans>
                1. Close {old} {count}
              </Trans>
            </p>
            <KeyValues dense>
              <KeyValue label={t`Closing price`}>
                {close ? `≈ ${words.average(close.both.average)}` : "–"}
              </KeyValue>
              <KeyValue
                label={t`Realised profit`}
                tone={close ? (close.both.realised < 0 ? "down" : "up") : undefined}
              >
                {close ? `≈ ${words.signed(close.both.realised)}` : "–"}
              </KeyValue>
              <KeyValue label={t`Fee`}>{close ? `≈ ${words.cost(close.both.fee)}` : "–"}</KeyValue>
              <KeyValue label={t`Arrives in your balance`}>
                {close ? `≈ ${words.money(close.both.arrives)}` : "–"}
              </KeyValue>
            </KeyValues>
            <p className={styles.legs}>
              <Trans>
                2. Open {next} {count} at {position.lever_rate}×
              </Trans>
            </p>
            <KeyValues dense>
              <KeyValue label={t`Entry price`}>
                {opened ? `≈ ${words.average(opened.average)}` : "–"}
              </KeyValue>
              <KeyValue label={t`Margin`}>
                {opened ? `≈ ${words.cost(opened.margin)}` : "–"}
              </KeyValue>
              <KeyValue label={t`Fee`}>{opened ? `≈ ${words.cost(opened.fee)}` : "–"}</KeyValue>
              <KeyValue label={t`Liquidation`}>
                {opened
                  ? opened.liquidation === null
                    ? t`None`
                    : words.ticks(opened.liquidation)
                  : "–"}
              </KeyValue>
            </KeyValues>
            <p className={styles.note}>
              <Trans>
                Take profit and stop loss of the old side end with it. If the new side cannot be
                opened in full, the old one is closed all the same.
              </Trans>
            </p>
          </>
        )}
        {(reversal?.covered === "no" || reversal?.covered === "unsure") && (
          <Banner tone="warning">
            <Trans>
              By the book as it stands, the balance after closing would not cover the margin and fee
              of the new side. It would then stay closed.
            </Trans>
          </Banner>
        )}
        <PositionOutcome
          write={write}
          doing={t`Sending both legs`}
          done={() => (
            <Trans>
              The venue has it. The old side closes at the next snapshot of the book, then the new
              one opens.
            </Trans>
          )}
        />
        <div className={styles.actions}>
          {write.step === "done" ? (
            <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
          ) : busy ? (
            <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
          ) : (
            <>
              <Button
                look="danger"
                wide
                disabledReason={reason}
                onClick={() => void send({ position_id: position.id })}
              >{t`Close ${old} and open ${next}`}</Button>
              <Button wide onClick={leave}>
                {t({ context: "a position", message: "Keep it" })}
              </Button>
            </>
          )}
        </div>
      </div>
    </Sheet>
  );
}
