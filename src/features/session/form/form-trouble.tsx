import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { transportText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Progress } from "../../../ui/states/progress.tsx";

export interface FormTroubleProps {
  /** A refusal that belongs to no field; its toast has been heard already. */
  refusal: string | undefined;
  /** The answer was lost, and the outcome is being read. */
  isChecking?: boolean;
  /** The answer was lost, so that it may have been done all the same. */
  lost: boolean;
  /** How to find out whether it was. */
  children: ReactNode;
}

/** Why a form that was sent did not do its work. */
export function FormTrouble({ refusal, isChecking = false, lost, children }: FormTroubleProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      {isChecking && (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
        </div>
      )}
      {refusal !== undefined && <Banner tone="danger">{refusal}</Banner>}
      {lost && (
        <Banner tone="offline" live>
          {i18n._(transportText)} {children}
        </Banner>
      )}
    </>
  );
}
