import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useState } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import { errorText, transportText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { choosePasskey } from "../passkeys/ask-browser.ts";
import { usePasskeysHere } from "../passkeys/passkeys-here.ts";
import { passkeyLoginMutation } from "../login-queries.ts";
import { openSession } from "../session-flow.ts";

type Trouble = "declined" | "unknown" | "transport" | { status: number; data: unknown };

/** Logging in with a passkey, without account and password. Shows nothing where there are none. */
export function PasskeyLogin({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const store = useStore();
  const online = useOnline();
  const isHere = usePasskeysHere();
  const login = useMutation(passkeyLoginMutation());
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  if (!isHere) return null;

  async function enter() {
    setBusy(true);
    setTrouble(null);
    try {
      openSession(store, await login.mutateAsync({ answer: await choosePasskey() }));
      onDone();
    } catch (error) {
      setTrouble(troubleOf(error));
    }
    setBusy(false);
  }

  const texts = {
    declined: t`No passkey was used. Try again, or log in with your password.`,
    unknown: t`No account here has this passkey. It may have been removed: log in with your password.`,
    transport: i18n._(transportText),
  };
  return (
    <>
      {trouble !== null && (
        <Banner tone={trouble === "transport" ? "offline" : "danger"} live>
          {typeof trouble === "string"
            ? texts[trouble]
            : i18n._(errorText(trouble.status, trouble.data))}
        </Banner>
      )}
      <Button
        size="large"
        wide
        busy={isBusy}
        disabledReason={online ? undefined : t`You are offline. Logging in needs a connection.`}
        onClick={() => void enter()}
      >{t`Log in with a passkey`}</Button>
    </>
  );
}

function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError)) return "declined";
  if (error.status === null) return "transport";
  if (error.status === codes.wrongCredentials) return "unknown";
  return { status: error.status, data: error.data };
}
