import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { authPromptAtom } from "../../features/session/session-atoms.ts";
import { withTexts } from "../../i18n/activate.ts";
import { LatePart } from "../../ui/states/late-part.tsx";
import { store } from "../app-context.ts";
import { showToast } from "../toasts/toasts.ts";

const loadDialog = () =>
  withTexts("session", () => import("./auth-dialog.tsx")).then((loaded) => loaded.AuthDialog);

/** The login in place, whose form is fetched when it is first asked for. */
export function AuthPrompt() {
  const { t } = useLingui();
  const [prompt, setPrompt] = useAtom(authPromptAtom);
  const missing = () => {
    setPrompt(null);
    showToast(store, {
      type: "error",
      description: t`This part could not be loaded. Try again with a connection.`,
    });
  };
  return <LatePart load={loadDialog} wanted={prompt !== null} onMissing={missing} props={{}} />;
}
