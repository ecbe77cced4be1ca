import { type ComponentProps, type ReactNode, useId } from "react";
import { ErrorIcon } from "../icons/status-icons.tsx";
import styles from "./field.module.css";

export interface FieldLabels {
  /** Always visible above the control. */
  label: string;
  /** A quiet line below, replaced by the problem when there is one. */
  hint?: ReactNode;
  /** What is wrong and what to do; undefined while nothing is known to be wrong. */
  problem?: string | undefined;
  /** A small thing at the right of the label, such as "Available 12.5". */
  aside?: ReactNode;
}

interface FieldFrameProps extends FieldLabels {
  controlId: string;
  prefix?: ReactNode;
  suffix?: ReactNode;
  children: ReactNode;
}

/** The attributes that tie a control to the frame around it. */
export function controlProps(controlId: string, texts: Pick<FieldLabels, "hint" | "problem">) {
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

export interface FieldProps
  extends
    Omit<ComponentProps<"input">, "value" | "prefix" | "className" | "onChange">,
    FieldLabels {
  value: string;
  onValue: (value: string) => void;
  prefix?: ReactNode;
  suffix?: ReactNode;
}

/** One line of text with its label, hint and problem. All input attributes (type, autoComplete, …) pass through. */
export function Field({
  label,
  aside,
  hint,
  problem,
  prefix,
  suffix,
  value,
  onValue,
  id,
  ...input
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <FieldFrame {...{ controlId, label, aside, hint, problem, prefix, suffix }}>
      <input
        {...input}
        {...controlProps(controlId, { hint, problem })}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </FieldFrame>
  );
}

interface TextAreaProps
  extends Omit<ComponentProps<"textarea">, "value" | "className" | "onChange">, FieldLabels {
  value: string;
  onValue: (value: string) => void;
}

/** Several lines of text, such as an address that must be read whole. */
export function TextArea({
  label,
  aside,
  hint,
  problem,
  value,
  onValue,
  id,
  rows = 2,
  ...area
}: TextAreaProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <FieldFrame {...{ controlId, label, aside, hint, problem }}>
      <textarea
        {...area}
        {...controlProps(controlId, { hint, problem })}
        rows={rows}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </FieldFrame>
  );
}
