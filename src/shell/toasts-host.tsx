import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ToastStack } from "../ui/toast-stack.tsx";
import { store } from "./app-context.ts";
import { closeToast, toastsAtom } from "./toasts.ts";

/** The stacked toast area on the top layer. */
export function Toasts() {
  const { t } = useLingui();
  const toasts = useAtomValue(toastsAtom);
  return (
    <ToastStack
      toasts={toasts}
      onClose={(id) => closeToast(store, id)}
      label={t`Notices`}
      closeLabel={t`Close notice`}
      typeLabels={{ success: t`Done`, error: t`Error`, warning: t`Warning`, info: t`Note` }}
    />
  );
}
