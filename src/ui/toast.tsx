import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CloseIcon } from "./action-icons.tsx";
import { IconButton } from "./icon-button.tsx";
import { CheckCircleIcon, ErrorIcon, InfoIcon, WarningIcon } from "./status-icons.tsx";
import { useSwipeAway } from "./use-swipe-away.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./toast.module.css";

export type ToastType = "success" | "error" | "warning" | "info";

export interface ToastItem {
  id: string;
  type: ToastType;
  title?: string | undefined;
  description: string;
  /** Milliseconds; 5000 when left out, 0 stays until closed. */
  duration?: number | undefined;
  /** True when left out. */
  closable?: boolean | undefined;
}

export interface ToastProps {
  toast: ToastItem;
  onClose: (id: string) => void;
  /** Somebody pointed at it, touched it or went to it. */
  onAttend: (toast: ToastItem) => void;
  closeLabel: string;
  /** The type in words, for ears. */
  typeLabel: string;
}

export const toastIcons = {
  success: CheckCircleIcon,
  error: ErrorIcon,
  warning: WarningIcon,
  info: InfoIcon,
};
/** A live region tells what changes in it: it has to stand there before its words do. */
const WORDS_AFTER_MS = 60;

/** Those whose words have been read out. A toast that moves to another layer says nothing twice. */
const told = new WeakSet<ToastItem>();

/** One notice: follows the finger, fades as it goes, and leaves by a swipe up or sideways. Escape closes the focused one. */
export function Toast({ toast, onClose, onAttend, closeLabel, typeLabel }: ToastProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isNews] = useState(() => !told.has(toast));
  const [speaking, setSpeaking] = useState(!isNews);
  const TypeIcon = toastIcons[toast.type];
  const closable = toast.closable ?? true;
  const urgent = toast.type === "error" || toast.type === "warning";

  useSwipeAway(item, closable, () => onClose(toast.id));

  const attend = useEffectEvent(() => onAttend(toast));
  const closeIfMayBe = useEffectEvent(() => closable && onClose(toast.id));
  useEffect(() => {
    const element = item.current;
    if (element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Neither the dialog below nor a screen's own Escape is meant.
      event.preventDefault();
      event.stopPropagation();
      closeIfMayBe();
    };
    const look = () => attend();
    const attending = ["pointerenter", "pointerdown", "focusin"] as const;
    for (const name of attending) element.addEventListener(name, look);
    element.addEventListener("keydown", onKey);
    return () => {
      for (const name of attending) element.removeEventListener(name, look);
      element.removeEventListener("keydown", onKey);
    };
  }, []);

  useEffect(() => {
    if (speaking) return;
    const timer = setTimeout(() => {
      told.add(toast);
      setSpeaking(true);
    }, WORDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [speaking, toast]);

  return (
    <li ref={item} className={styles.toast} data-type={toast.type} tabIndex={-1}>
      <span className={styles.mark}>
        <TypeIcon size={20} />
      </span>
      <div
        className={styles.words}
        role={isNews ? (urgent ? "alert" : "status") : undefined}
        data-silent={!speaking || undefined}
      >
        <VisuallyHidden>{typeLabel}</VisuallyHidden>
        {toast.title !== undefined && <p className={styles.title}>{toast.title}</p>}
        <p>{toast.description}</p>
      </div>
      {closable && (
        <IconButton
          label={closeLabel}
          icon={<CloseIcon size={16} />}
          onClick={() => onClose(toast.id)}
        />
      )}
    </li>
  );
}
