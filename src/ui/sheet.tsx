import { useId, useRef, type PointerEvent, type ReactNode } from "react";
import {
  moveSwipe,
  startSwipe,
  swipeDismisses,
  swipeOffset,
  type Swipe,
  type SwipePoint,
} from "../lib/swipe.ts";
import { CloseIcon } from "./action-icons.tsx";
import { IconButton } from "./icon-button.tsx";
import { useModal } from "./use-modal.ts";
import styles from "./sheet.module.css";

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** False while leaving would lose something: then only what is inside closes it. */
  dismissible?: boolean | undefined;
  /** Sticks to the bottom, within reach of the thumb. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A modal panel from the bottom; closes by its button, a swipe down, the backdrop or Escape. */
export function Sheet({
  open,
  onClose,
  title,
  closeLabel,
  dismissible = true,
  footer,
  children,
}: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { shown, dialogProps } = useModal(sheet, open, onClose, dismissible);
  const swipe = useRef<Swipe | null>(null);

  function grab(event: PointerEvent<HTMLElement>) {
    if (
      !dismissible ||
      event.button !== 0 ||
      (event.target instanceof Element && event.target.closest("button"))
    )
      return;
    event.currentTarget.setPointerCapture(event.pointerId);
    swipe.current = startSwipe(pointOf(event));
  }

  function drag(event: PointerEvent<HTMLElement>) {
    const dialog = sheet.current;
    if (swipe.current === null || dialog === null) return;
    swipe.current = moveSwipe(swipe.current, pointOf(event));
    dialog.dataset.dragged = "";
    dialog.style.translate = `0 ${Math.max(0, swipeOffset(swipe.current).dy)}px`;
  }

  function release(event: PointerEvent<HTMLElement>) {
    const dialog = sheet.current;
    if (swipe.current === null || dialog === null) return;
    const gone =
      event.type === "pointerup" &&
      swipeDismisses(moveSwipe(swipe.current, pointOf(event)), ["down"]) !== undefined;
    swipe.current = null;
    delete dialog.dataset.dragged;
    dialog.style.removeProperty("translate");
    if (gone) onClose();
  }

  return (
    <dialog ref={sheet} className={styles.sheet} aria-labelledby={titleId} {...dialogProps}>
      {shown && (
        <div className={styles.panel}>
          <div
            className={styles.header}
            onPointerDown={grab}
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
          >
            {dismissible && <span className={styles.handle} aria-hidden="true" />}
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {dismissible && (
              <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onClick={onClose} />
            )}
          </div>
          <div className={styles.content}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}

function pointOf(event: PointerEvent): SwipePoint {
  return { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
}
