import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { LoginForm } from "../../features/session/login/login-form.tsx";
import { authPromptAtom } from "../../features/session/session-atoms.ts";
import { buttonClass } from "../../ui/actions/button.tsx";
import { Sheet } from "../../ui/layers/sheet.tsx";
import { safeTarget } from "./route-guard.ts";
import styles from "./auth-dialog.module.css";

/** Asks for a login in place: what was typed behind it stays, and the way goes on after it. */
export function AuthDialog() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const router = useRouter();
  const [prompt, setPrompt] = useAtom(authPromptAtom);

  async function goOn() {
    setPrompt(null);
    if (prompt?.to) await navigate({ href: safeTarget(prompt.to) });
    else await router.invalidate();
  }

  return (
    <Sheet
      open={prompt !== null}
      onClose={() => setPrompt(null)}
      title={prompt?.reason === "expired" ? t`Your session has ended` : t`Log in to continue`}
      closeLabel={t`Not now`}
    >
      <p className={styles.why}>
        {prompt?.reason === "expired" ? (
          <Trans>Log in again to go on where you were. What you typed is still there.</Trans>
        ) : (
          <Trans>This part belongs to an account.</Trans>
        )}
      </p>
      <LoginForm onDone={() => void goOn()} onLeave={() => setPrompt(null)} />
      <p className={styles.other}>
        <Trans>No account yet?</Trans>{" "}
        <Link
          to="/register"
          search={prompt?.to ? { to: prompt.to } : {}}
          className={buttonClass({ look: "quiet", size: "small" })}
          onClick={() => setPrompt(null)}
        >
          <Trans>Register</Trans>
        </Link>
      </p>
    </Sheet>
  );
}
