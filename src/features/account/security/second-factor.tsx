import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { securityEndpoints } from "#protocol/api/security.ts";
import { invalidate } from "../../../api/query.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { SecurityList } from "./security-list.tsx";
import { SecurityFactorSetup } from "./second-factor-setup.tsx";
import { SecurityProof } from "./identity-proof.tsx";
import { totpQuery } from "../../session/form/factor-asked.ts";
import { disablingFactor } from "./security-writes.ts";
import { once } from "../../../writes/plain-kind.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import styles from "./security.module.css";

/** With fewer codes left, losing the authenticator may soon lock the user out. */
const fewCodes = 3;

/** The second factor: whether it is on, turning it on and off. */
export function SecurityFactor() {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const stop = useWriteStop();
  const query = useQuery({ ...totpQuery(), refetchOnMount: "always" });
  const [sheet, setSheet] = useState<"on" | "off" | null>(null);
  /** The recovery codes stand there and nowhere else. */
  const [mustKeep, setMustKeep] = useState(false);
  const isOn = query.data?.enabled === 1;
  const left = query.data?.recovery_left ?? 0;
  const since = query.data?.since;
  const sinceText = since === null || since === undefined ? "" : formatDateTime(since, i18n.locale);

  function close() {
    setSheet(null);
    setMustKeep(false);
    void invalidate(client, securityEndpoints.totp, securityEndpoints.security);
  }

  return (
    <Card title={t`Second factor`}>
      <SecurityList missingTitle={t`The second factor's state did not arrive`} query={query}>
        {isOn ? (
          <>
            <p>
              <Trans>
                On since {sinceText}. Logging in asks for your password and a code of your
                authenticator, and so do withdrawals, new addresses and cards, and new passwords.
              </Trans>
            </p>
            <p
              className={styles.soft}
            >{t`${plural(left, { 0: "No recovery code is left.", one: "One recovery code is left.", other: "# recovery codes are left." })}`}</p>
            {left <= fewCodes && (
              <Banner tone="warning">
                <Trans>Turn it off and on again to get ten new recovery codes.</Trans>
              </Banner>
            )}
            <Button
              wide
              disabledReason={stop}
              onClick={() => setSheet("off")}
            >{t`Turn off`}</Button>
          </>
        ) : (
          <>
            <p>
              <Trans>
                An app on your phone makes a new code every 30 seconds. With it on, nobody logs in
                or withdraws with your passwords alone. Who has lost the phone uses a recovery code;
                without one only the operator of this venue can turn it off.
              </Trans>
            </p>
            <Button
              look="primary"
              wide
              disabledReason={stop}
              onClick={() => setSheet("on")}
            >{t`Turn on`}</Button>
          </>
        )}
      </SecurityList>
      <Sheet
        open={sheet === "on"}
        onClose={close}
        title={t`Turn on the second factor`}
        closeLabel={t`Close`}
        dismissible={!mustKeep}
      >
        <SecurityFactorSetup
          hasPasskeys={(query.data?.passkeys ?? 0) > 0}
          onMustKeep={() => setMustKeep(true)}
          onDone={close}
        />
      </Sheet>
      <Sheet
        open={sheet === "off"}
        onClose={close}
        title={t`Turn off the second factor`}
        closeLabel={t`Close`}
      >
        <div className={styles.sheet}>
          <p>
            <Trans>
              Then your password alone opens the account, and withdrawals are held for 24 hours.
            </Trans>
          </p>
          <SecurityProof
            name={t`Turn off the second factor`}
            submitLabel={t`Turn off`}
            look="danger"
            asks="factor"
            kind={disablingFactor}
            intentOf={once}
            onDone={close}
            whenLost={<Trans>Close this: the page says whether it was turned off.</Trans>}
          />
        </div>
      </Sheet>
    </Card>
  );
}
