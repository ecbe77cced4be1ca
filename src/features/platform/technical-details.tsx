import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Fold } from "../../ui/lists/fold.tsx";

/** Folded details, such as ids and proofs, that are needed only to look something up or to verify it. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return <Fold summary={<Trans>Technical details</Trans>}>{children}</Fold>;
}
