import type { ReactNode } from "react";
import { ErrorIcon } from "./status-icons.tsx";
import styles from "./field-frame.module.css";

export interface FieldTexts {
  /** Always visible above the control. */
  label: string;
  /** A quiet line below, replaced by the problem when there is one. */
  hint?: ReactNode;
  /** What is wrong and what to do; undefined while nothing is known to be wrong. */
  problem?: string | undefined;
  /** A small thing at the right of the label, such as "Available 12.5". */
  aside?: ReactNode;
}

export interface FieldFrameProps extends FieldTexts {
  controlId: string;
  prefix?: ReactNode;
  suffix?: ReactNode;
  children: ReactNode;
}

/** The attributes that tie a control to the frame around it. */
export function controlProps(controlId: string, texts: Pick<FieldTexts, "hint" | "problem">) {
  const described = texts.problem !== undefined || texts.hint !== undefined;
  return {
    id: controlId,
    className: styles.control,
    "aria-invalid": texts.problem !== undefined || undefined,
    "aria-describedby": described ? `${controlId}-note` : undefined,
  };
}

/** Label, box and note around any single control. */
export function FieldFrame({
  controlId,
  label,
  aside,
  hint,
  problem,
  prefix,
  suffix,
  children,
}: FieldFrameProps) {
  return (
    <div className={styles.field} data-problem={problem !== undefined || undefined}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.box}>
        {prefix !== undefined && <span className={styles.affix}>{prefix}</span>}
        {children}
        {suffix !== undefined && <span className={styles.affix}>{suffix}</span>}
      </div>
      <div id={`${controlId}-note`} className={styles.note} aria-live="polite">
        {problem === undefined ? (
          hint
        ) : (
          <span className={styles.problem}>
            <ErrorIcon size={16} />
            {problem}
          </span>
        )}
      </div>
    </div>
  );
}
