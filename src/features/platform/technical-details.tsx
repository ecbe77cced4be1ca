import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Fold } from "../../ui/fold.tsx";

/** Numbers and proofs that only matter when something is to be looked up or checked: folded until asked for. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return <Fold summary={<Trans>Technical details</Trans>}>{children}</Fold>;
}
