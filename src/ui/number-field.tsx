import { useState, type FocusEvent } from "react";
import { parseNumber, toInputText, type NumberProblem, type NumberRules, type ParsedNumber } from "../lib/parse-number.ts";
import { stepDecimal } from "../lib/step-decimal.ts";
import { MinusIcon, PlusIcon } from "./action-icons.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import styles from "./number-field.module.css";

export interface NumberFieldProps extends Omit<FieldProps, "type" | "inputMode" | "onValue" | "step"> {
  /** The text as typed; only another language rewrites it, by its holder, with `rewriteNumber`. */
  value: string;
  onValue: (text: string, parsed: ParsedNumber) => void;
  locale: string;
  rules?: NumberRules | undefined;
  /** The sentence for each way a text can be refused; `empty` is the form's business. */
  refusals: Record<Exclude<NumberProblem, "empty">, string>;
  /** A plain decimal: shows − and + which move the value to the next multiple. */
  tick?: string | undefined;
  lessLabel?: string | undefined;
  moreLabel?: string | undefined;
}

/** A number as text in the user's own notation. Its refusal shows once the field is left, the form's problem at any time. */
export function NumberField(props: NumberFieldProps) {
  const { value, onValue, locale, rules, refusals, tick, lessLabel, moreLabel, problem, suffix, onBlur, ...field } = props;
  const [left, setLeft] = useState(false);
  const parsed = parseNumber(value, locale, rules);
  const refusal = left && !parsed.ok && parsed.reason !== "empty" ? refusals[parsed.reason] : undefined;

  function change(text: string) {
    if (text === "") setLeft(false);
    onValue(text, parseNumber(text, locale, rules));
  }

  function leave(event: FocusEvent<HTMLInputElement>) {
    setLeft(true);
    onBlur?.(event);
  }

  function stepBy(direction: 1 | -1) {
    if (tick === undefined) return;
    change(toInputText(stepDecimal(parsed.ok ? parsed.value : "0", tick, direction), locale));
  }

  const steppable = parsed.ok || parsed.reason === "empty";
  return (
    <Field
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
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
            <IconButton label={lessLabel ?? "−"} icon={<MinusIcon size={20} />} disabled={!steppable} onClick={() => stepBy(-1)} />
            <IconButton label={moreLabel ?? "+"} icon={<PlusIcon size={20} />} disabled={!steppable} onClick={() => stepBy(1)} />
          </span>
        )
      }
    />
  );
}
