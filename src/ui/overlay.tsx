import { useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useModalHost } from "./modal-host.ts";
import { Spinner } from "./spinner.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./overlay.module.css";

export interface OverlayProps {
  visible: boolean;
  /** What the person is waiting for; shown and announced. */
  label: string;
}

/** The veil over everything, dialogs included, for calls a person waits for. Takes clicks, touch and wheel. */
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

  useEffect(() => {
    if (!visible) return;
    // In the capture phase, so that Enter on a focused button or in a form is held back too.
    const block = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const blocked = ["click", "submit", "wheel", "touchstart", "touchmove"] as const;
    for (const name of blocked) document.addEventListener(name, block, { capture: true, passive: false });
    return () => {
      for (const name of blocked) document.removeEventListener(name, block, { capture: true });
    };
  }, [visible]);

  if (host === null) return null;
  return createPortal(
    <>
      <div ref={veil} popover="manual" className={styles.veil} aria-busy={visible} aria-hidden="true">
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
