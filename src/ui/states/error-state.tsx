import type { ReactNode } from "react";
import { Button } from "../actions/button.tsx";
import { RefreshIcon } from "../icons/action-icons.tsx";
import { EmptyState } from "./empty-state.tsx";
import { WarningIcon } from "../icons/status-icons.tsx";

export interface ErrorStateProps {
  title: string;
  /** What it means and what to do. */
  children?: ReactNode;
  retryLabel?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** A retry is under way. */
  busy?: boolean | undefined;
  /** Beside retry, such as a link to support. */
  action?: ReactNode;
  compact?: boolean | undefined;
}

/** Something failed where data should be; announced, with a way on. */
export function ErrorState({
  title,
  children,
  retryLabel,
  onRetry,
  busy,
  action,
  compact,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<WarningIcon />}
        title={title}
        compact={compact}
        action={
          <>
            {retryLabel !== undefined && onRetry !== undefined && (
              <Button icon={<RefreshIcon size={20} />} busy={busy} onClick={onRetry}>
                {retryLabel}
              </Button>
            )}
            {action}
          </>
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
