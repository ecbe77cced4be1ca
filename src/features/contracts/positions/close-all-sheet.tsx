import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { chosenToClose, sumOfProfits, type CloseAllWhich, type ProfitOf } from "./close-form.ts";
import { useWrite } from "../../../writes/use-write.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { closingAll } from "./position-writes.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import styles from "../figures/contract-sheet.module.css";

export interface CloseAllSheetProps {
  positions: readonly ProfitOf[];
  /** They are some of what is open. */
  isOfChosen: boolean;
  /** The contract that is meant; undefined for all. */
  code: string | undefined;
  open: boolean;
  /** Why nothing can be sent at present. */
  stop: string | undefined;
  onClose: () => void;
}

/** Asks which positions are to be closed at the market: all, the winning or the losing ones, with their number and sum. */
export function CloseAllSheet({
  positions,
  isOfChosen,
  code,
  open,
  stop,
  onClose,
}: CloseAllSheetProps) {
  const { t } = useLingui();
  const words = useContractWords(undefined);
  const [which, setWhich] = useState<CloseAllWhich>("all");
  const {
    write,
    send: sendWrite,
    isBusy: busy,
    isAwaited,
    dismiss: reset,
  } = useWrite(closingAll(isOfChosen ? "chosen" : code));
  const chosen = chosenToClose(positions, which);
  const sum = sumOfProfits(chosen);
  const count = (one: CloseAllWhich) => chosenToClose(positions, one).length;
  const where = code ?? t`all contracts`;

  function leave() {
    onClose();
    if (!busy) reset();
  }

  function send() {
    void sendWrite({
      request: {
        which,
        contract_code: code,
        ids: isOfChosen ? positions.map(({ position }) => position.id) : undefined,
      },
      positions: chosen.map(({ position }) => position),
    });
  }

  const reason = stop ?? (chosen.length === 0 ? t`There is none of these.` : undefined);
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={
        write.step === "done"
          ? t({ context: "positions", message: "What became of them" })
          : t`Close positions?`
      }
      closeLabel={t`Close`}
      dismissible={!isAwaited}
    >
      <div className={styles.body}>
        {write.step !== "done" && (
          <>
            <Segmented
              label={t`Which positions`}
              value={which}
              options={[
                { value: "all", label: t`All (${count("all")})` },
                { value: "winning", label: t`Winning (${count("winning")})` },
                { value: "losing", label: t`Losing (${count("losing")})` },
              ]}
              onValue={setWhich}
            />
            <KeyValues>
              <KeyValue label={t`Positions`}>
                <Plural value={chosen.length} one="# position" other="# positions" />
              </KeyValue>
              {!isOfChosen && <KeyValue label={t`Of`}>{where}</KeyValue>}
              <KeyValue
                label={t`Together at the mark price`}
                strong
                tone={sum === null ? undefined : sum < 0 ? "down" : "up"}
              >
                {sum === null ? "–" : words.signed(sum)}
              </KeyValue>
            </KeyValues>
            <p className={styles.note}>
              <Trans>
                Each closes whole at the best prices of its book, less the fee. Which ones win or
                lose, the venue decides by the mark price at that moment. Limit orders that wait to
                close them are cancelled.
              </Trans>
            </p>
          </>
        )}
        <PositionOutcome
          write={write}
          doing={t`Sending the closing orders`}
          done={({ closed, failed }) => (
            <ClosedWords closed={closed.length} failed={failed.length} />
          )}
        />
        <div className={styles.actions}>
          {write.step === "done" ? (
            <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
          ) : busy ? (
            <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
          ) : (
            <>
              <Button look="danger" wide disabledReason={reason} onClick={send}>
                <Plural value={chosen.length} one="Close # position" other="Close # positions" />
              </Button>
              <Button wide onClick={leave}>
                {t({ context: "positions", message: "Keep them" })}
              </Button>
            </>
          )}
        </div>
      </div>
    </Sheet>
  );
}

function ClosedWords({ closed, failed }: { closed: number; failed: number }) {
  return (
    <>
      <Plural
        value={closed}
        one="# position is being closed."
        other="# positions are being closed."
      />
      {failed > 0 && (
        <>
          {" "}
          <Plural
            value={failed}
            one="# could not be closed: it is locked or waits in an order."
            other="# could not be closed: they are locked or wait in orders."
          />
        </>
      )}
    </>
  );
}
