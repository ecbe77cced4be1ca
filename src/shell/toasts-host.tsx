import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ToastStack } from "../ui/toast-stack.tsx";
import { store } from "./app-context.ts";
import { closeToast, expireToast, toastsAtom } from "./toasts.ts";
import { useToastTypeLabels } from "./toasts-labels.ts";

/** The stacked toast area on the top layer. */
export function Toasts() {
  const { t } = useLingui();
  const toasts = useAtomValue(toastsAtom);
  return (
    <ToastStack
      toasts={toasts}
      onClose={(id) => closeToast(store, id)}
      onExpire={(id, attended) => expireToast(store, id, attended)}
      label={t`Notices`}
      closeLabel={t`Close notice`}
      closeAllLabel={t`Close all`}
      typeLabels={useToastTypeLabels()}
    />
  );
}
