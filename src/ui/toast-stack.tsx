import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useModalHost } from "./modal-host.ts";
import { useAttended } from "./use-attended.ts";
import { Toast, type ToastItem, type ToastType } from "./toast.tsx";
import { useToastTimers } from "./use-toast-timers.ts";
import styles from "./toast-stack.module.css";

export interface ToastStackProps {
  /** Newest first. */
  toasts: readonly ToastItem[];
  onClose: (id: string) => void;
  /** The name of the region, for ears. */
  label: string;
  closeLabel: string;
  typeLabels: Record<ToastType, string>;
}

/** The notices, from the top, above everything else. Time stands still for all while one is hovered, focused or held. */
export function ToastStack({ toasts, onClose, label, closeLabel, typeLabels }: ToastStackProps) {
  const host = useModalHost();
  const region = useRef<HTMLElement>(null);
  const some = toasts.length > 0;
  const attended = useAttended(region, some, host);
  const [dragged, setDragged] = useState(false);
  useToastTimers(toasts, some && (attended || dragged), onClose);
  // A toast that closes under the finger sends no release.
  if (!some && dragged) setDragged(false);

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || !some) return;
    element.showPopover();
    return () => {
      if (element.isConnected) element.hidePopover();
    };
  }, [some, host]);

  if (host === null) return null;
  return createPortal(
    <section
      ref={region}
      popover="manual"
      className={styles.stack}
      aria-label={label}
    >
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onClose={onClose} onHold={setDragged} closeLabel={closeLabel} typeLabel={typeLabels[toast.type]} />
      ))}
    </section>,
    host,
  );
}
