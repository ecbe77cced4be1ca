import { MinusIcon, PlusIcon } from "../icons/action-icons.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import { useNumberText, type NumberTexts } from "./use-number-input.ts";
import styles from "./number-field.module.css";

export interface NumberFieldProps
  extends Omit<FieldProps, "type" | "inputMode" | "step" | keyof NumberTexts>, NumberTexts {
  /** For the buttons that a `tick` brings. */
  lessLabel?: string | undefined;
  moreLabel?: string | undefined;
}

/** A number as text in the user's own notation. Its refusal shows once the field is left, the form's problem at any time. */
export function NumberField(props: NumberFieldProps) {
  const {
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
    ...field
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
  return (
    <Field
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      onKeyDown={press}
      {...field}
      type="text"
      inputMode="decimal"
      value={value}
      problem={refusal ?? problem}
      onValue={change}
      onBlur={leave}
      suffix={
        tick === undefined ? (
          suffix
        ) : (
          <span className={styles.stepper}>
            {suffix}
            <IconButton
              label={lessLabel ?? "−"}
              icon={<MinusIcon size={20} />}
              disabled={!steppable}
              onClick={() => stepBy(-1)}
            />
            <IconButton
              label={moreLabel ?? "+"}
              icon={<PlusIcon size={20} />}
              disabled={!steppable}
              onClick={() => stepBy(1)}
            />
          </span>
        )
      }
    />
  );
}
