import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { priceLockDelaySec } from "#protocol/seconds-settlement.ts";
import { Fold } from "../../ui/fold.tsx";
import { RiskText } from "./risk-text.tsx";
import type { OfferedDuration } from "./stake-form.ts";
import styles from "./seconds-ticket.module.css";

/** How a contract is settled, and what these contracts are, folded until asked for. */
export function SecondsRules({ duration }: { duration: OfferedDuration | undefined }) {
  const { t } = useLingui();
  const lock = priceLockDelaySec;
  return (
    <>
      <Fold summary={t`How it is settled`}>
        <ol className={styles.rules}>
          <li>
            <Trans>
              The entry price locks {lock} seconds after the venue accepts, so nobody can bet on a
              price already seen.
            </Trans>
          </li>
          {duration && (
            <li>
              <Trans>
                The exit price is taken{" "}
                <Plural value={duration.time} one="# second" other="# seconds" /> after the entry.
                Nothing can move that moment.
              </Trans>
            </li>
          )}
          <li>
            <Trans>
              Both prices are made the same way: of five index prices a second apart the highest and
              the lowest are dropped, and the other three are averaged.
            </Trans>
          </li>
          <li>
            <Trans>
              Up wins if the exit is strictly above the entry, Down if it is strictly below. Equal:
              the stake comes back. If prices are missing, it comes back too.
            </Trans>
          </li>
        </ol>
      </Fold>
      <Fold summary={t`What these contracts are`}>
        <div className={styles.about}>
          <RiskText duration={duration} />
        </div>
      </Fold>
    </>
  );
}
