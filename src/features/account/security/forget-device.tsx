import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { call, installCallGate } from "../../../api/call.ts";
import { wipeDevice } from "../../../storage/wipe.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { useOnline } from "../../platform/use-online.ts";
import styles from "./security.module.css";

const logoutTimeoutMs = 3000;

/** Deletes all that this app has stored on the device, and the app itself. */
export function SecurityForget() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function forget() {
    setBusy(true);
    // An answer that came later would be cached by the worker after everything was cleared.
    installCallGate(({ path }) => path === sessionEndpoints.logout.path);
    const late = new Promise((done) => setTimeout(done, logoutTimeoutMs));
    await Promise.race([
      call(sessionEndpoints.logout, {}, { quiet: true, handles: [codes.sessionExpired] }).catch(
        () => undefined,
      ),
      late,
    ]);
    await wipeDevice();
    leaveBy(`/forget/${i18n.locale}`);
  }

  return (
    <Card title={t`Forget this device`}>
      <p>
        <Trans>
          Signs you out here and clears what this app keeps on the device: copies of your account,
          drafts, settings and the app itself. For a phone that you lend, sell or have borrowed.
        </Trans>
      </p>
      <Button
        wide
        disabledReason={
          online
            ? undefined
            : t`You are offline. This needs a connection; logging out clears your account here without one.`
        }
        onClick={() => setAsked(true)}
      >{t`Forget this device`}</Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        dismissible={!busy}
        title={t`Forget this device?`}
        actions={
          <>
            <Button wide onClick={() => !busy && setAsked(false)}>{t`Cancel`}</Button>
            <Button
              wide
              look="danger"
              busy={busy}
              onClick={() => void forget()}
            >{t`Forget`}</Button>
          </>
        }
      >
        <p className={styles.soft}>
          <Trans>
            Your account and everything in it stay at the venue. Files you saved yourself stay too,
            and an icon on the home screen is yours to remove.
          </Trans>
        </p>
      </Dialog>
    </Card>
  );
}

/** Leaves by the navigation of a form: the venue's answer makes the browser clear what a page cannot, and the code of this page ends. */
function leaveBy(address: string): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  form.hidden = true;
  document.body.append(form);
  form.submit();
}
