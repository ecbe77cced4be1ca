import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useModalHost } from "./modal-host.ts";
import { Spinner } from "./spinner.tsx";
import { useVeil } from "./use-veil.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./overlay.module.css";

export interface OverlayProps {
  visible: boolean;
  /** What the person is waiting for; shown and announced. */
  label: string;
}

/** The veil over everything but the toasts, dialogs included, for calls a person waits for. Takes clicks, touch, wheel and keys. */
export function Overlay({ visible, label }: OverlayProps) {
  const host = useModalHost();
  const veil = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = veil.current;
    if (element === null || !visible) return;
    element.showPopover();
    return () => {
      if (element.isConnected) element.hidePopover();
    };
  }, [visible, host]);
  useVeil(visible);

  if (host === null) return null;
  return createPortal(
    <>
      <div ref={veil} popover="manual" className={styles.veil} aria-hidden="true">
        <div className={styles.card}>
          <Spinner size={28} />
          <span>{label}</span>
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{visible ? label : ""}</span>
      </VisuallyHidden>
    </>,
    host,
  );
}
