import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { SecurityList } from "./security-list.tsx";
import { SecurityProof } from "./identity-proof.tsx";
import { securityQuery } from "./security-queries.ts";
import { freezing, unfreezing } from "./security-writes.ts";
import { once } from "../../../writes/plain-kind.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import styles from "./security.module.css";

/** The emergency brake: freezing the own account, and opening it again. */
export function SecurityFreeze() {
  const { t } = useLingui();
  const stop = useWriteStop();
  const query = useQuery({ ...securityQuery(), refetchOnMount: "always" });
  const [sheet, setSheet] = useState<"freeze" | "open" | null>(null);
  const frozenBy = query.data?.frozen_by ?? "";

  const close = () => setSheet(null);

  return (
    <div id="freeze" className={styles.target}>
      <Card title={t`Freeze this account`}>
        <SecurityList missingTitle={t`Whether the account is frozen did not arrive`} query={query}>
          {frozenBy === "" && (
            <>
              <p>
                <Trans>
                  If you think somebody else is in: this signs out everywhere else and stops new
                  orders, withdrawals and changes at once.
                </Trans>
              </p>
              <Button
                wide
                look="danger"
                disabledReason={stop}
                onClick={() => setSheet("freeze")}
              >{t`Freeze my account`}</Button>
            </>
          )}
          {frozenBy === "owner" && (
            <>
              <p>
                <Trans>
                  You froze it. You can look, cancel orders and close positions. Open orders and
                  withdrawals under review are still there: cancel what is not yours.
                </Trans>
              </p>
              <Button
                wide
                look="primary"
                onClick={() => setSheet("open")}
              >{t`Open it again`}</Button>
            </>
          )}
          {frozenBy === "venue" && (
            <p>
              <Trans>
                The venue froze this account, so only the venue can open it. Customer service can
                say why.
              </Trans>
            </p>
          )}
        </SecurityList>
        <Sheet
          open={sheet === "freeze"}
          onClose={close}
          title={t`Freeze my account`}
          closeLabel={t`Close`}
        >
          <div className={styles.sheet}>
            <ul className={styles.points}>
              <li>
                <Trans>Every other session is signed out.</Trans>
              </li>
              <li>
                <Trans>New orders, withdrawals and changes are refused, from here too.</Trans>
              </li>
              <li>
                <Trans>
                  Open orders, positions and withdrawals under review stay; you can still cancel and
                  close them.
                </Trans>
              </li>
              <li>
                <Trans>
                  You open it again yourself, with your password and a code sent to you. Withdrawals
                  are then held for 24 hours.
                </Trans>
              </li>
            </ul>
            <SecurityProof
              name={t`Freeze my account`}
              submitLabel={t`Freeze now`}
              look="danger"
              kind={freezing}
              intentOf={({ password }) => once({ password })}
              onDone={close}
              whenLost={<Trans>Close this: the page says whether it is frozen.</Trans>}
            />
          </div>
        </Sheet>
        <Sheet
          open={sheet === "open"}
          onClose={close}
          title={t`Open my account again`}
          closeLabel={t`Close`}
        >
          <div className={styles.sheet}>
            <p>
              <Trans>
                If somebody else may know your password,{" "}
                <Link to="/password/forgot">set a new one</Link> first; that signs you out here too.
                Once open, withdrawals are held for 24 hours.
              </Trans>
            </p>
            <SecurityProof
              name={t`Open my account again`}
              submitLabel={t`Open it`}
              asks="sent"
              kind={unfreezing}
              intentOf={once}
              onDone={close}
              whenLost={<Trans>Close this: the page says whether it is open.</Trans>}
            />
          </div>
        </Sheet>
      </Card>
    </div>
  );
}
