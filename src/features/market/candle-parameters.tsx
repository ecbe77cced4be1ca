import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  indicatorRules,
  parameterProblem,
  type IndicatorName,
  type ParameterRule,
} from "../../lib/indicators/indicator-names.ts";
import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import { Field } from "../../ui/field.tsx";
import styles from "./candle-settings-sheet.module.css";

export interface CandleParametersProps {
  name: IndicatorName;
  parameters: readonly number[];
  /** Called with parameters that can be used, as soon as all of them can. */
  onParameters: (parameters: readonly number[]) => void;
}

/** The parameters of one indicator to type. What cannot be used stays in the field and says why; the chart keeps the last good ones. */
export function CandleParameters({ name, parameters, onParameters }: CandleParametersProps) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState(() =>
    parameters.map((value) => toInputText(String(value), i18n.locale)),
  );
  const { rules } = indicatorRules[name];
  const valuesOf = (texts: readonly string[]) =>
    texts.map((text) => {
      const parsed = parseNumber(text, i18n.locale);
      return parsed.ok ? Number(parsed.value) : undefined;
    });
  const values = valuesOf(typed);

  function change(at: number, text: string) {
    const next = typed.with(at, text);
    setTyped(next);
    const numbers = valuesOf(next).filter((value) => value !== undefined);
    if (rules.every((_, index) => parameterProblem(name, valuesOf(next), index) === undefined))
      onParameters(numbers);
  }

  const labels: Record<IndicatorName, readonly string[]> = {
    MA: [t`Length 1`, t`Length 2`, t`Length 3`],
    EMA: [t`Length 1`, t`Length 2`, t`Length 3`],
    BOLL: [t({ message: "Length", context: "candles of an average" }), t`Deviations`],
    MACD: [
      t({ message: "Short", context: "length of an average" }),
      t({ message: "Long", context: "length of an average" }),
      t`Signal`,
    ],
    RSI: [t`Length 1`, t`Length 2`, t`Length 3`],
    KDJ: [
      t({ message: "Length", context: "candles of an average" }),
      t`K smoothing`,
      t`D smoothing`,
    ],
  };

  function sentence(at: number, { least, most, decimals }: ParameterRule): string | undefined {
    const problem = parameterProblem(name, values, at);
    const [lowest, highest] = [
      toInputText(String(least), i18n.locale),
      toInputText(String(most), i18n.locale),
    ];
    if (problem === undefined) return undefined;
    if (problem === "order") return t`Longer than the short one`;
    return decimals === 0
      ? t`A whole number from ${lowest} to ${highest}`
      : t`From ${lowest} to ${highest}, one decimal`;
  }

  return (
    <div className={styles.parameters}>
      {rules.map((rule, at) => (
        <Field
          key={labels[name][at]}
          label={labels[name][at] ?? ""}
          value={typed[at] ?? ""}
          onValue={(text) => change(at, text)}
          problem={sentence(at, rule)}
          inputMode={rule.decimals === 0 ? "numeric" : "decimal"}
          autoComplete="off"
          enterKeyHint="done"
        />
      ))}
    </div>
  );
}
