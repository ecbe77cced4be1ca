import { useId, useRef, type ReactNode } from "react";
import { useModal } from "./use-modal.ts";
import styles from "./dialog.module.css";

export interface DialogProps {
  open: boolean;
  /** Escape or backdrop; the actions close by themselves. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** One to three buttons, the safe one first; `wide` ones share the width. */
  actions: ReactNode;
  dismissible?: boolean | undefined;
  /** For what must be answered: read out at once. */
  urgent?: boolean | undefined;
}

/** A short question in the middle of the screen. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  dismissible = true,
  urgent = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const { shown, dialogProps } = useModal(dialog, open, onClose, dismissible);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role={urgent ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      aria-describedby={children === undefined ? undefined : bodyId}
      {...dialogProps}
    >
      {shown && (
        <div className={styles.panel}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {children !== undefined && (
            <div id={bodyId} className={styles.body}>
              {children}
            </div>
          )}
          <div className={styles.actions}>{actions}</div>
        </div>
      )}
    </dialog>
  );
}
