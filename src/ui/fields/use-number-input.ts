import { useState, type FocusEvent, type FocusEventHandler, type KeyboardEvent } from "react";
import {
  parseNumber,
  toInputText,
  type NumberProblem,
  type NumberRules,
  type ParsedNumber,
} from "../../lib/parse-number.ts";
import { stepDecimal } from "./step-decimal.ts";

export interface NumberTexts {
  /** The text as typed; only another language rewrites it, by its holder, with `rewriteNumber`. */
  value: string;
  onValue: (text: string, parsed: ParsedNumber) => void;
  locale: string;
  rules?: NumberRules | undefined;
  /** The sentence for each way a text can be refused; `empty` is the form's business. */
  refusals: Record<Exclude<NumberProblem, "empty">, string>;
  /**
   * A plain decimal: the value can be moved to its next multiple. Null where the step is not known yet:
   * the buttons stand there and wait for it.
   */
  tick?: string | null | undefined;
  /** A plain decimal from which an empty field is moved; 0 when left out. */
  stepFrom?: string | undefined;
  onBlur?: FocusEventHandler<HTMLInputElement> | undefined;
}

const arrows: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: 1, ArrowDown: -1 };

/** What a field for a number does: a refusal shows once the field is left; arrow keys and buttons move by ticks. */
export function useNumberText({
  value,
  onValue,
  locale,
  rules,
  refusals,
  tick,
  stepFrom = "0",
  onBlur,
}: NumberTexts) {
  const [left, setLeft] = useState(false);
  const parsed = parseNumber(value, locale, rules);

  function change(text: string) {
    if (text === "") setLeft(false);
    onValue(text, parseNumber(text, locale, rules));
  }

  function stepBy(direction: 1 | -1) {
    if (tick === undefined || tick === null) return;
    if (parsed.ok) change(toInputText(stepDecimal(parsed.value, tick, direction), locale));
    else if (parsed.reason === "empty")
      change(toInputText(stepFrom === "0" ? stepDecimal("0", tick, direction) : stepFrom, locale));
  }

  return {
    refusal: left && !parsed.ok && parsed.reason !== "empty" ? refusals[parsed.reason] : undefined,
    steppable: tick !== null && (parsed.ok || parsed.reason === "empty"),
    change,
    stepBy,
    leave: (event: FocusEvent<HTMLInputElement>) => {
      setLeft(true);
      onBlur?.(event);
    },
    press: (event: KeyboardEvent<HTMLInputElement>) => {
      const direction = arrows[event.key];
      if (
        tick === undefined ||
        tick === null ||
        direction === undefined ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey
      )
        return;
      event.preventDefault();
      stepBy(direction);
    },
  };
}
