import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { secondsOrderEndpoints, secondsRiskVersion } from "#protocol/seconds-order.ts";
import { invalidate } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useOnline } from "../platform/use-online.ts";
import { acknowledgeSecondsRiskMutation } from "./queries.ts";
import { RiskText } from "./risk-text.tsx";
import { SendTrouble } from "../platform/send-trouble.tsx";
import type { OfferedDuration } from "./stake-form.ts";
import styles from "./seconds-ticket.module.css";

export interface RiskSheetProps {
  open: boolean;
  duration: OfferedDuration | undefined;
  onClose: () => void;
  /** The venue has noted that this version was read. */
  onRead: () => void;
}

/** The risk text, to be read once a version before the first contract. */
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
  const client = useQueryClient();
  const online = useOnline();
  const acknowledge = useMutation(acknowledgeSecondsRiskMutation());
  const [read, setRead] = useState(false);

  async function keep() {
    await acknowledge.mutateAsync({ version: secondsRiskVersion });
    await invalidate(client, secondsOrderEndpoints.secondLimits);
    onRead();
  }

  return (
    <div className={styles.sheet}>
      <RiskText duration={duration} />
      <Checkbox checked={read} onChecked={setRead}>
        <Trans>I have read this</Trans>
      </Checkbox>
      <SendTrouble
        error={acknowledge.error}
        lost={t`No answer came. Nothing was staked; try again.`}
      />
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
        onClick={() => void keep().catch(() => undefined)}
      >
        {t`Go on`}
      </Button>
    </div>
  );
}
