import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { transportText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";

export interface FormTroubleProps {
  /** A refusal that belongs to no field; its toast has been heard already. */
  refusal: string | undefined;
  /** The answer was lost, so that it may have been done all the same. */
  lost: boolean;
  /** How to find out whether it was. */
  children: ReactNode;
}

/** Why a form that was sent did not do its work. */
export function FormTrouble({ refusal, lost, children }: FormTroubleProps) {
  const { i18n } = useLingui();
  return (
    <>
      {refusal !== undefined && <Banner tone="danger">{refusal}</Banner>}
      {lost && (
        <Banner tone="offline" live>
          {i18n._(transportText)} {children}
        </Banner>
      )}
    </>
  );
}
