import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject, type SyntheticEvent } from "react";
import { lowerModal, raiseModal } from "./modal-host.ts";

export interface Modal {
  /** Whether to draw the contents: while open, and until the closing transition has ended. */
  shown: boolean;
  dialogProps: {
    tabIndex: -1;
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => void;
    onClick: (event: SyntheticEvent<HTMLDialogElement>) => void;
  };
}

/**
 * Binds a native modal dialog to `open`. Escape, the system's back gesture and a press on the backdrop ask to close
 * when `dismissible`. The browser gives focus back; `data-autofocus` inside names what gets it first.
 */
export function useModal(ref: RefObject<HTMLDialogElement | null>, open: boolean, onClose: () => void, dismissible: boolean): Modal {
  const pressedBackdrop = useRef(false);
  const [lingering, setLingering] = useState(open);
  if (open && !lingering) setLingering(true);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || dialog === null) return;
    dialog.showModal();
    raiseModal(dialog);
    (dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog).focus();
    return () => {
      lowerModal(dialog);
      dialog.close();
    };
  }, [ref, open]);

  useEffect(() => {
    if (open || !lingering) return;
    let current = true;
    const leaving = ref.current?.getAnimations() ?? [];
    void Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => {
      if (current) setLingering(false);
    });
    return () => {
      current = false;
    };
  }, [ref, open, lingering]);

  return {
    shown: open || lingering,
    dialogProps: {
      tabIndex: -1,
      onCancel(event) {
        // A file input inside fires a bubbling `cancel` of its own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onClose();
      },
      onClose(event) {
        // The browser may close by itself on a second Escape.
        if (open && event.target === event.currentTarget && !event.currentTarget.open) onClose();
      },
      onPointerDown(event) {
        pressedBackdrop.current = event.target === event.currentTarget;
      },
      onClick(event) {
        if (dismissible && pressedBackdrop.current && event.target === event.currentTarget) onClose();
      },
    },
  };
}
