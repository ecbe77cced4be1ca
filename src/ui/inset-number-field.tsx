import { useId, type ComponentProps, type ReactNode } from "react";
import { MinusIcon, PlusIcon } from "./action-icons.tsx";
import { ErrorIcon } from "./status-icons.tsx";
import { useHoldRepeat } from "./use-hold-repeat.ts";
import { useNumberText, type NumberTexts } from "./use-number-text.ts";
import styles from "./inset-number-field.module.css";

export interface InsetNumberFieldProps
  extends
    Omit<
      ComponentProps<"input">,
      "type" | "inputMode" | "step" | "className" | "children" | keyof NumberTexts
    >,
    NumberTexts {
  /** Always visible, inside the box. */
  label: string;
  /** What is wrong and what to do, below the box. */
  problem?: string | undefined;
  /** At the right inside the box: a unit, or a button that changes it. */
  suffix?: ReactNode;
  /** For the buttons that a `tick` brings; they repeat while they are held. */
  lessLabel?: string | undefined;
  moreLabel?: string | undefined;
}

/** A number field as low as can be, for several of them beside one another; otherwise as `NumberField`. */
export function InsetNumberField(props: InsetNumberFieldProps) {
  const {
    label,
    value,
    onValue,
    locale,
    rules,
    refusals,
    tick,
    stepFrom,
    lessLabel,
    moreLabel,
    problem,
    suffix,
    onBlur,
    id,
    ...input
  } = props;
  const { refusal, steppable, change, stepBy, leave, press } = useNumberText({
    value,
    onValue,
    locale,
    rules,
    refusals,
    tick,
    stepFrom,
    onBlur,
  });
  const ownId = useId();
  const controlId = id ?? ownId;
  const wrong = refusal ?? problem;
  return (
    <div className={styles.field} data-problem={wrong !== undefined || undefined}>
      <div className={styles.box}>
        {tick !== undefined && (
          <StepButton
            label={lessLabel ?? "−"}
            icon={<MinusIcon size={16} />}
            enabled={steppable}
            onStep={() => stepBy(-1)}
          />
        )}
        <label
          className={styles.middle}
          data-stepped={tick !== undefined || undefined}
          htmlFor={controlId}
        >
          <span className={styles.label}>{label}</span>
          <input
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            {...input}
            id={controlId}
            className={styles.control}
            type="text"
            inputMode="decimal"
            value={value}
            aria-invalid={wrong !== undefined || undefined}
            aria-describedby={wrong === undefined ? undefined : `${controlId}-note`}
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
            onKeyDown={press}
          />
        </label>
        {suffix !== undefined && <span className={styles.suffix}>{suffix}</span>}
        {tick !== undefined && (
          <StepButton
            label={moreLabel ?? "+"}
            icon={<PlusIcon size={16} />}
            enabled={steppable}
            onStep={() => stepBy(1)}
          />
        )}
      </div>
      <div id={`${controlId}-note`} className={styles.note} aria-live="polite">
        {wrong !== undefined && (
          <span className={styles.problem}>
            <ErrorIcon size={16} />
            {wrong}
          </span>
        )}
      </div>
    </div>
  );
}

function StepButton({
  label,
  icon,
  enabled,
  onStep,
}: {
  label: string;
  icon: ReactNode;
  enabled: boolean;
  onStep: () => void;
}) {
  const hold = useHoldRepeat(onStep, enabled);
  return (
    <button type="button" className={styles.step} aria-label={label} disabled={!enabled} {...hold}>
      {icon}
    </button>
  );
}
