import { useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { useModalHost } from "./modal-host.ts";
import { useAttended } from "./use-attended.ts";
import { Toast, type ToastItem, type ToastType } from "./toast.tsx";
import { toastsKey, useToastFocus } from "./use-toast-focus.ts";
import { useToastTimers } from "./use-toast-timers.ts";
import { useTopLayer } from "./use-top-layer.ts";
import styles from "./toast-stack.module.css";

export interface ToastStackProps {
  /** Newest first. */
  toasts: readonly ToastItem[];
  onClose: (id: string) => void;
  /** Its time is over; `attended` tells whether somebody pointed at it, touched it or went to it meanwhile. */
  onExpire: (id: string, attended: boolean) => void;
  /** The name of the region, for ears; the key that leads there is put behind it. */
  label: string;
  closeLabel: string;
  closeAllLabel: string;
  typeLabels: Record<ToastType, string>;
}

/**
 * The notices, from the top, above everything else, the loading overlay included. Time stands still for all
 * while one is hovered, focused or held.
 */
export function ToastStack({
  toasts,
  onClose,
  onExpire,
  label,
  closeLabel,
  closeAllLabel,
  typeLabels,
}: ToastStackProps) {
  const host = useModalHost();
  const region = useRef<HTMLElement>(null);
  const attendedToasts = useRef(new WeakSet<ToastItem>());
  const some = toasts.length > 0;
  const closable = toasts.filter((toast) => toast.closable ?? true);
  useTopLayer(region, some, host);
  const held = useAttended(region, some, host);
  useToastFocus(region, host, toasts);
  useToastTimers(toasts, some && held, (id) => {
    const toast = toasts.find((one) => one.id === id);
    onExpire(id, toast !== undefined && attendedToasts.current.has(toast));
  });

  if (host === null) return null;
  return createPortal(
    <section
      ref={region}
      popover="manual"
      className={styles.stack}
      aria-label={`${label} (${toastsKey})`}
      data-above-veil=""
    >
      <ol className={styles.list}>
        {toasts.map((toast) => (
          <Toast
            key={keyOf(toast)}
            toast={toast}
            onClose={onClose}
            onAttend={(attended) => attendedToasts.current.add(attended)}
            closeLabel={closeLabel}
            typeLabel={typeLabels[toast.type]}
          />
        ))}
      </ol>
      {closable.length > 1 && (
        <div className={styles.all}>
          <Button size="small" onClick={() => closable.forEach((toast) => onClose(toast.id))}>
            {closeAllLabel}
          </Button>
        </div>
      )}
    </section>,
    host,
  );
}

let lastKey = 0;
const keys = new WeakMap<ToastItem, number>();

/** One that takes the place of another with its id is a new one: it is read out, and the others do not move. */
function keyOf(toast: ToastItem): number {
  const key = keys.get(toast) ?? ++lastKey;
  keys.set(toast, key);
  return key;
}
