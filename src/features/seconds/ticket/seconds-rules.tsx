import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { secondsOrderEndpoints, secondsRiskVersion } from "#protocol/api/seconds-order.ts";
import { priceLockDelaySec } from "#protocol/rules/seconds-settlement.ts";
import { call } from "../../../api/call.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { settingKind } from "../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { WriteTrouble } from "../../platform/forms/write-trouble.tsx";
import { useOnline } from "../../platform/use-online.ts";
import styles from "../figures/seconds-parts.module.css";
import { saidInSheet, secondLimitsQuery } from "../figures/seconds-queries.ts";
import type { OfferedDuration } from "./stake-form.ts";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";

/** Acknowledging a version of the risk text. */
export const acknowledgingRisk = settingKind<number, number>({
  name: "seconds-risk",
  async send({ intent: version }) {
    await call(secondsOrderEndpoints.secondAckRisk, { version }, { handles: saidInSheet });
    return version;
  },
  async find({ intent: version }) {
    const { risk_ack } = await call(secondsOrderEndpoints.secondLimits, {}, { quiet: true });
    return risk_ack >= version ? version : undefined;
  },
  invalidates: [secondsOrderEndpoints.secondLimits],
});

/** The settlement rules and the risk text, collapsed. */
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

/** The risk text (rules.md, 5): what these contracts are, who forbids them, and what their odds mean. A new text needs a new `secondsRiskVersion`. */
function RiskText({ duration }: { duration: OfferedDuration | undefined }) {
  const messages = useSecondsMessages();
  const [odds, needed, expected] = duration
    ? [
        messages.odds(duration.odds),
        messages.rate(duration.break_even),
        messages.odds(duration.expectation),
      ]
    : [undefined, undefined, undefined];
  return (
    <>
      <p>
        <strong>
          <Trans>This is a simulation, with paper money.</Trans>
        </strong>
      </p>
      <p>
        <Trans>
          Contracts like this must not be sold to private customers in the EU member states that
          adopted ESMA’s measure, in the United Kingdom and in Australia. In the United States they
          are lawful only on exchanges that the CFTC has designated.
        </Trans>
      </p>
      {odds !== undefined && (
        <p>
          <Trans>
            At odds of {odds} you must be right in {needed} of your calls just to break even. A
            person who is right half of the time has an expected result of {expected} of the stake,
            with every contract.
          </Trans>
        </p>
      )}
      <p>
        <Trans>No real platform that pays like this should be trusted with money.</Trans>
      </p>
      <p>
        <Trans>
          Results on paper are hypothetical: they say little about what would happen with real
          money, and nothing about the future.
        </Trans>
      </p>
    </>
  );
}

interface RiskSheetProps {
  open: boolean;
  duration: OfferedDuration | undefined;
  onClose: () => void;
  /** Called when the venue has recorded the acknowledgement. */
  onRead: () => void;
}

/** The sheet of the risk text, acknowledged once per version before the first contract. */
export function RiskSheet({ open, ...rest }: RiskSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={rest.onClose}
      title={t`Before your first contract`}
      closeLabel={t`Close`}
    >
      {open && <RiskForm {...rest} />}
    </Sheet>
  );
}

function RiskForm({ duration, onRead }: Omit<RiskSheetProps, "open">) {
  const { t } = useLingui();
  const online = useOnline();
  const client = useQueryClient();
  const acknowledge = useFormWrite(acknowledgingRisk, {
    onDone(version) {
      client.setQueryData(
        secondLimitsQuery().queryKey,
        (facts) => facts && { ...facts, risk_ack: version },
      );
      onRead();
    },
  });
  const [read, setRead] = useState(false);

  return (
    <div className={styles.sheet}>
      <RiskText duration={duration} />
      <Checkbox checked={read} onChecked={setRead}>
        <Trans>I have read this</Trans>
      </Checkbox>
      <WriteTrouble write={acknowledge} />
      <Button
        look="primary"
        size="large"
        wide
        busy={acknowledge.isPending}
        disabledReason={
          !online
            ? t`You are offline. This needs a connection.`
            : read
              ? undefined
              : t`Tick that you have read it first.`
        }
        onClick={() => acknowledge.send(secondsRiskVersion)}
      >
        {t`Go on`}
      </Button>
    </div>
  );
}
