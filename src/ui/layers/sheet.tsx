import { type ReactNode, useId, useRef, useState } from "react";
import { IconButton } from "../actions/icon-button.tsx";
import { ChevronDownIcon, CloseIcon } from "../icons/action-icons.tsx";
import styles from "./sheet.module.css";
import { useSheetDrag } from "./sheet-drag.ts";
import { useKeyboardInset } from "./use-keyboard-inset.ts";
import { useModal } from "./use-modal.ts";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  /** False while leaving would lose something: then only what is inside closes it. */
  dismissible?: boolean | undefined;
  /** It opens half as high as the screen and leaves what lies above it in clear sight; a drag up or a button of this name makes it full, another half again. */
  rising?: { full: string; half: string } | undefined;
  /** It opens as high as one gets, for contents of which parts come late: it does not grow under a thumb. */
  tall?: boolean;
  /** Sticks to the bottom, within reach of the thumb. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A modal panel from the bottom; closes by its button, a swipe down on its header or on content at its top, the backdrop, the
 * device's back or Escape.
 */
export function Sheet({
  open,
  onClose,
  title,
  closeLabel,
  dismissible = true,
  rising,
  tall = false,
  footer,
  children,
}: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isFull, setFull] = useState(false);
  const { shown, leave, dialogProps } = useModal(sheet, open, onClose, dismissible);
  const rise = rising && { isFull, onFull: setFull };
  const dragProps = useSheetDrag(sheet, shown, dismissible, leave, rise);
  useKeyboardInset(sheet, shown);
  if (!shown && isFull) setFull(false);

  return (
    <dialog
      ref={sheet}
      className={styles.sheet}
      data-height={rising && (isFull ? "full" : "half")}
      data-tall={tall || undefined}
      aria-labelledby={titleId}
      {...dialogProps}
    >
      {shown && (
        <div className={styles.panel}>
          <div className={styles.header} {...dragProps}>
            {dismissible && <span className={styles.handle} aria-hidden="true" />}
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {rising && (
              <span className={styles.rise}>
                <IconButton
                  label={isFull ? rising.half : rising.full}
                  icon={<ChevronDownIcon size={20} />}
                  onClick={() => setFull(!isFull)}
                />
              </span>
            )}
            {dismissible && (
              <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onClick={leave} />
            )}
          </div>
          <div className={styles.content}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}

/** What there was last: stays drawn while the sheet that shows it leaves. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
