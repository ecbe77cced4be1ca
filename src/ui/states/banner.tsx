import type { ReactNode } from "react";
import { CloseIcon } from "../icons/action-icons.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import {
  CheckCircleIcon,
  ErrorIcon,
  InfoIcon,
  OfflineIcon,
  WarningIcon,
} from "../icons/status-icons.tsx";
import styles from "./banner.module.css";

export type BannerTone = "info" | "success" | "warning" | "danger" | "offline";

export interface BannerProps {
  tone?: BannerTone | undefined;
  children: ReactNode;
  /** A quiet button or a link. */
  action?: ReactNode;
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** Square, for the full width below a header. */
  flush?: boolean | undefined;
  /** Announced when it appears. */
  live?: boolean | undefined;
}

const ICONS = {
  info: InfoIcon,
  success: CheckCircleIcon,
  warning: WarningIcon,
  danger: ErrorIcon,
  offline: OfflineIcon,
};

/** A standing notice that belongs to the page. */
export function Banner({
  tone = "info",
  children,
  action,
  onClose,
  closeLabel,
  flush = false,
  live = false,
}: BannerProps) {
  const ToneIcon = ICONS[tone];
  return (
    <div
      className={styles.banner}
      data-tone={tone}
      data-flush={flush || undefined}
      role={live ? "status" : undefined}
    >
      <span className={styles.icon}>
        <ToneIcon size={20} />
      </span>
      <div className={styles.text}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
      {onClose !== undefined && closeLabel !== undefined && (
        <div className={styles.close}>
          <IconButton label={closeLabel} icon={<CloseIcon size={16} />} onClick={onClose} />
        </div>
      )}
    </div>
  );
}
