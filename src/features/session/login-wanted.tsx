import { useLingui } from "@lingui/react/macro";
import { useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ProfileIcon } from "../../ui/icons/navigation-icons.tsx";
import { authPromptAtom } from "./session-atoms.ts";

export interface LoginWantedProps {
  /** What would stand here. */
  title: string;
  /** What the login is good for, in one sentence. */
  children: ReactNode;
  /** Inside a card or a list: less room, no picture. */
  compact?: boolean;
}

/**
 * Stands in for what belongs to an account while nobody is logged in: on a page whose session ended, the
 * person may put the log-in dialog aside, and nothing there would ever load.
 */
export function LoginWanted({ title, children, compact = false }: LoginWantedProps) {
  const { t } = useLingui();
  const ask = useSetAtom(authPromptAtom);
  return (
    <EmptyState
      compact={compact}
      icon={compact ? undefined : <ProfileIcon />}
      title={title}
      action={
        <Button
          look={compact ? "secondary" : "primary"}
          onClick={() => ask({ reason: "required", to: null })}
        >{t`Log in`}</Button>
      }
    >
      {children}
    </EmptyState>
  );
}
