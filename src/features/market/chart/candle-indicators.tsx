import { useLingui } from "@lingui/react/macro";
import { memo } from "react";
import {
  indicatorNames,
  overlayNames,
  type IndicatorName,
} from "../../../lib/indicators/indicator-names.ts";
import { ChipRow } from "../../../ui/fields/chip.tsx";
import { type CandleSettings, withIndicator } from "./candle-settings.ts";
import styles from "./market-chart.module.css";

const inPanes = indicatorNames.filter((name) => !overlayNames.includes(name));

/** Buttons that switch volume and indicators on and off. Their parameters are in the settings. */
export const CandleIndicators = memo(function CandleIndicators({
  settings,
  onSettings,
}: {
  settings: CandleSettings;
  onSettings: (settings: CandleSettings) => void;
}) {
  const { t } = useLingui();

  const toggle = (name: IndicatorName) => (
    <Toggle
      key={name}
      label={name}
      on={settings.indicators[name].shown}
      onToggle={(shown) => onSettings(withIndicator(settings, name, { shown }))}
    />
  );
  return (
    <div className={styles.indicators}>
      <ChipRow label={t`Indicators`}>
        {overlayNames.map(toggle)}
        <span className={styles.divider} aria-hidden="true" />
        <Toggle
          label={t({ message: "VOL", context: "volume, as short as MACD" })}
          on={settings.volume}
          onToggle={(volume) => onSettings({ ...settings, volume })}
        />
        {inPanes.map(toggle)}
      </ChipRow>
    </div>
  );
});

function Toggle({
  label,
  on,
  onToggle,
}: {
  label: string;
  on: boolean;
  onToggle: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      className={styles.indicator}
      aria-pressed={on}
      onClick={() => onToggle(!on)}
    >
      <span>{label}</span>
    </button>
  );
}
