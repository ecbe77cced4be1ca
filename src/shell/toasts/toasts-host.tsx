import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { ToastStack } from "../../ui/layers/toast-stack.tsx";
import type { ToastType } from "../../ui/layers/toast.tsx";
import { store } from "../app-context.ts";
import { closeToast, expireToast, toastsAtom } from "./toasts.ts";

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

/** The types of toasts in words, for screen readers. */
export function useToastTypeLabels(): Record<ToastType, string> {
  const { t } = useLingui();
  return { success: t`Done`, error: t`Error`, warning: t`Warning`, info: t`Note` };
}
