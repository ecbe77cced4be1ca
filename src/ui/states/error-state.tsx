import { useState, type ReactNode } from "react";
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

/** Something failed where data should be; announced, with a way on, and announced once more where that failed too. */
export function ErrorState({
  title,
  children,
  retryLabel,
  onRetry,
  busy = false,
  action,
  compact,
}: ErrorStateProps) {
  const [wasBusy, setWasBusy] = useState(busy);
  const [pressed, setPressed] = useState(false);
  const [tries, setTries] = useState(0);
  if (busy !== wasBusy) {
    setWasBusy(busy);
    setPressed(pressed && busy);
    if (pressed && !busy) setTries(tries + 1);
  }

  function retry() {
    setPressed(true);
    onRetry?.();
  }

  return (
    <div role="alert">
      <EmptyState
        icon={<WarningIcon />}
        // New words in an alert are announced, and those that only stay are not.
        title={<span key={tries}>{title}</span>}
        compact={compact}
        action={
          <>
            {retryLabel !== undefined && onRetry !== undefined && (
              <Button icon={<RefreshIcon size={20} />} busy={busy} onClick={retry}>
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
