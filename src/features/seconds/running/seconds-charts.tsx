import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Chip } from "../../../ui/fields/chip.tsx";
import type { PriceLine, TimeMark } from "../../../ui/chart/tagged-lines.ts";
import { MarketChart } from "../../market/chart/market-chart.tsx";
import { CourseFigure } from "./course-figure.tsx";
import styles from "./course-figure.module.css";

interface SecondsChartsProps {
  symbol: string;
  /** The running contracts on the candles. */
  lines: readonly PriceLine[];
  moments: readonly TimeMark[];
}

/** The index by the second, which settles a seconds contract; and candles for the longer view. */
export function SecondsCharts({ symbol, lines, moments }: SecondsChartsProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<"seconds" | "candles">("seconds");
  return shown === "seconds" ? (
    <div className={styles.seconds}>
      <CourseFigure key={symbol} symbol={symbol} />
      <div className={styles.over}>
        <Chip onClick={() => setShown("candles")}>{t`Candles`}</Chip>
      </div>
    </div>
  ) : (
    <>
      <div className={styles.choice}>
        <Chip onClick={() => setShown("seconds")}>{t`Second by second`}</Chip>
      </div>
      <MarketChart symbol={symbol} lines={lines} moments={moments} />
    </>
  );
}
