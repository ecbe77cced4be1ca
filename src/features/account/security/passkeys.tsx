import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Passkey } from "#protocol/api/passkeys.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { once } from "../../../writes/plain-kind.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import { passkeysQuery } from "../../session/passkeys/passkey-queries.ts";
import { usePasskeysHere } from "../../session/passkeys/passkeys-here.ts";
import { SecurityProof } from "./identity-proof.tsx";
import { AddPasskey } from "./add-passkey.tsx";
import { SecurityList } from "./security-list.tsx";
import { removingPasskey } from "../../session/passkeys/passkey-writes.ts";
import styles from "./security.module.css";

/** The passkeys that open the account and confirm what moves money. */
export function SecurityPasskeys() {
  const { t, i18n } = useLingui();
  const stop = useWriteStop();
  const isHere = usePasskeysHere();
  const query = useQuery({ ...passkeysQuery(), refetchOnMount: "always" });
  const [sheet, setSheet] = useState<"add" | Passkey | null>(null);
  const close = () => setSheet(null);
  const passkeys = query.data ?? [];
  const removed = sheet !== null && sheet !== "add" ? sheet : undefined;
  const removeText = (name: string) => t`Remove ${name}`;

  return (
    <Card title={t`Passkeys`}>
      <SecurityList missingTitle={t`Your passkeys did not arrive`} query={query}>
        <p>
          <Trans>
            Your phone, your computer or a security key opens the account with your fingerprint,
            face or PIN, without a password. No other site can ask for it, so nobody can trick it
            out of you.
          </Trans>
        </p>
        {passkeys.length > 0 && (
          <>
            <ul className={styles.rows}>
              {passkeys.map((passkey) => (
                <li key={passkey.id} className={styles.row}>
                  <div className={styles.words}>
                    <p className={styles.name}>{passkey.name}</p>
                    <p className={styles.soft}>
                      <PasskeyTimes passkey={passkey} locale={i18n.locale} />
                    </p>
                  </div>
                  <Button
                    size="small"
                    aria-label={removeText(passkey.name)}
                    disabledReason={stop}
                    onClick={() => setSheet(passkey)}
                  >{t`Remove`}</Button>
                </li>
              ))}
            </ul>
            <p className={styles.soft}>
              <Trans>
                Withdrawals, new addresses and cards, and new passwords ask for one of them, or for
                a code of your authenticator. Who has none of these left asks the operator of this
                venue.
              </Trans>
            </p>
          </>
        )}
        <Button
          wide
          look={passkeys.length === 0 ? "primary" : "secondary"}
          disabledReason={
            isHere ? stop : t`This browser or this address takes no passkeys of the venue.`
          }
          onClick={() => setSheet("add")}
        >{t`Add a passkey`}</Button>
      </SecurityList>
      <Sheet open={sheet === "add"} onClose={close} title={t`Add a passkey`} closeLabel={t`Close`}>
        <AddPasskey asksFactor={passkeys.length > 0} onDone={close} />
      </Sheet>
      <Sheet
        open={removed !== undefined}
        onClose={close}
        title={removeText(removed?.name ?? "")}
        closeLabel={t`Close`}
      >
        <div className={styles.sheet}>
          <p>
            <Trans>
              Then it no longer opens the account, and withdrawals are held for 24 hours. Delete it
              on your device as well.
            </Trans>
          </p>
          <SecurityProof
            name={removeText(removed?.name ?? "")}
            submitLabel={t`Remove`}
            look="danger"
            asks="factor"
            kind={removingPasskey}
            intentOf={({ password, code }) => ({
              id: removed?.id ?? "",
              take: once({ password, totp: code, id: removed?.id ?? "" }),
            })}
            onDone={close}
            whenLost={<Trans>Close this: the list says whether it was removed.</Trans>}
          />
        </div>
      </Sheet>
    </Card>
  );
}

function PasskeyTimes({ passkey, locale }: { passkey: Passkey; locale: string }) {
  const added = formatDateTime(passkey.create_time, locale);
  if (passkey.used_time === null) return <Trans>Added {added}, not used yet</Trans>;
  const used = formatDateTime(passkey.used_time, locale);
  return (
    <Trans>
      Added {added}, last used {used}
    </Trans>
  );
}
