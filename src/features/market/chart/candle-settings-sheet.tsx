import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  type IndicatorName,
  type ParameterRule,
  indicatorNames,
  indicatorRules,
  parameterProblem,
} from "../../../lib/indicators/indicator-names.ts";
import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { CameraIcon } from "../../../ui/icons/action-icons.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import styles from "./candle-settings-sheet.module.css";
import { type CandleSettings, chartTypes, isUsual, withIndicator } from "./candle-settings.ts";

export interface CandleSettingsSheetProps {
  open: boolean;
  onClose: () => void;
  settings: CandleSettings;
  onSettings: (settings: CandleSettings) => void;
  table: boolean;
  /** Undefined where the screen offers no table. */
  onTable: ((table: boolean) => void) | undefined;
  /** Saves an image of the chart; undefined while there is no chart. */
  onImage: (() => void) | undefined;
  typeName: (type: CandleSettings["type"]) => string;
}

/** Settings of the chart: type, scale, indicators and their parameters. Changes apply at once. */
export function CandleSettingsSheet({
  open,
  onClose,
  settings,
  onSettings,
  table,
  onTable,
  onImage,
  typeName,
}: CandleSettingsSheetProps) {
  const { t } = useLingui();
  // The fields hold what was typed; the key makes a reset clear them.
  const [resets, setResets] = useState(0);

  const about: Record<IndicatorName, string> = {
    MA: t`Moving averages`,
    EMA: t`Exponential moving averages`,
    BOLL: t`Bollinger bands`,
    MACD: t`Convergence of two averages`,
    RSI: t`Relative strength`,
    KDJ: t`Stochastic, with J`,
  };

  const usual = indicatorNames.every((name) => isUsual(settings, name));

  function reset() {
    const changed = indicatorNames.reduce(
      (next, name) => withIndicator(next, name, { parameters: indicatorRules[name].usual }),
      settings,
    );
    onSettings(changed);
    setResets(resets + 1);
  }

  return (
    <Sheet open={open} onClose={onClose} title={t`Chart settings`} closeLabel={t`Close`}>
      <Segmented
        size="small"
        label={t`Type of chart`}
        value={settings.type}
        options={chartTypes.map((value) => ({ value, label: typeName(value) }))}
        onValue={(type) => onSettings({ ...settings, type })}
      />
      {settings.type === "heikin-ashi" && (
        <p
          className={styles.note}
        >{t`Heikin-Ashi candles are averages. The figures under the crosshair, the indicators and the last price stay the market's own.`}</p>
      )}
      <div className={styles.group}>
        {(settings.type === "candles" || settings.type === "heikin-ashi") && (
          <Switch
            label={t`Hollow rising candles`}
            hint={t`Up and down differ by form too, not by colour alone`}
            checked={settings.hollow}
            onChecked={(hollow) => onSettings({ ...settings, hollow })}
          />
        )}
        <Switch
          label={t`Logarithmic scale`}
          hint={t`Equal percentages are equally tall`}
          checked={settings.log}
          onChecked={(log) => onSettings({ ...settings, log })}
        />
        {onTable && (
          <Switch label={t`Table instead of the chart`} checked={table} onChecked={onTable} />
        )}
        <Switch
          label={t`Volume`}
          checked={settings.volume}
          onChecked={(volume) => onSettings({ ...settings, volume })}
        />
        {indicatorNames.map((name) => (
          <div key={name} className={styles.indicator}>
            <Switch
              label={name}
              hint={about[name]}
              checked={settings.indicators[name].shown}
              onChecked={(shown) => onSettings(withIndicator(settings, name, { shown }))}
            />
            {settings.indicators[name].shown && (
              <CandleParameters
                key={resets}
                name={name}
                parameters={settings.indicators[name].parameters}
                onParameters={(parameters) =>
                  onSettings(withIndicator(settings, name, { parameters }))
                }
              />
            )}
          </div>
        ))}
      </div>
      <div className={styles.acts}>
        {onImage && (
          <Button icon={<CameraIcon size={20} />} onClick={onImage}>
            {t`Picture of the chart`}
          </Button>
        )}
        {(!usual || resets > 0) && (
          <Button
            look="quiet"
            disabledReason={usual ? t`All parameters are the usual ones.` : undefined}
            onClick={reset}
          >
            {t`Usual parameters`}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

export interface CandleParametersProps {
  name: IndicatorName;
  parameters: readonly number[];
  /** Called with valid parameters only, as soon as all of them are valid. */
  onParameters: (parameters: readonly number[]) => void;
}

/** Fields for the parameters of one indicator. An invalid value stays in its field with a message; the chart uses the last valid ones. */
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

  function messageFor(at: number, { least, most, decimals }: ParameterRule): string | undefined {
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
          problem={messageFor(at, rule)}
          inputMode={rule.decimals === 0 ? "numeric" : "decimal"}
          autoComplete="off"
          enterKeyHint="done"
        />
      ))}
    </div>
  );
}
