import { useLingui } from "@lingui/react/macro";
import type { ToastType } from "../ui/toast.tsx";

/** The types of toasts in words, for ears. */
export function useToastTypeLabels(): Record<ToastType, string> {
  const { t } = useLingui();
  return { success: t`Done`, error: t`Error`, warning: t`Warning`, info: t`Note` };
}
