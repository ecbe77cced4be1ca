import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import {
  indicatorNames,
  indicatorRules,
  type IndicatorName,
} from "../../lib/indicators/indicator-names.ts";
import { CameraIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Switch } from "../../ui/switch.tsx";
import { CandleParameters } from "./candle-parameters.tsx";
import { chartTypes, isUsual, withIndicator, type CandleSettings } from "./candle-settings.ts";
import styles from "./candle-settings-sheet.module.css";

export interface CandleSettingsSheetProps {
  open: boolean;
  onClose: () => void;
  settings: CandleSettings;
  onSettings: (settings: CandleSettings) => void;
  table: boolean;
  /** Undefined where there is no table to show. */
  onTable: ((table: boolean) => void) | undefined;
  /** Undefined while there is no chart to picture. */
  onPicture: (() => void) | undefined;
  typeName: (type: CandleSettings["type"]) => string;
}

/** How the chart is drawn: type, scale, indicators and their parameters. Everything acts at once. */
export function CandleSettingsSheet({
  open,
  onClose,
  settings,
  onSettings,
  table,
  onTable,
  onPicture,
  typeName,
}: CandleSettingsSheetProps) {
  const { t } = useLingui();
  // Fields keep what was typed; a reset must throw that away too.
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
        {onPicture && (
          <Button icon={<CameraIcon size={20} />} onClick={onPicture}>
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
