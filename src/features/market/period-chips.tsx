import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { periods, type Period } from "#protocol/market.ts";
import { Chip, ChipRow } from "../../ui/chip.tsx";

const labels: Record<Period, { short: MessageDescriptor; long: MessageDescriptor }> = {
  "1min": { short: msg`1m`, long: msg`1 minute` },
  "5min": { short: msg`5m`, long: msg`5 minutes` },
  "15min": { short: msg`15m`, long: msg`15 minutes` },
  "30min": { short: msg`30m`, long: msg`30 minutes` },
  "60min": { short: msg`1h`, long: msg`1 hour` },
  "4hour": { short: msg`4h`, long: msg`4 hours` },
  "1day": { short: msg`1D`, long: msg`1 day` },
  "1week": { short: msg`1W`, long: msg`1 week` },
  "1mon": { short: msg`1M`, long: msg`1 month` },
  "1year": { short: msg`1Y`, long: msg`1 year` },
};

/** The period's name in words, for sentences about candles. */
export function usePeriodName(period: Period): string {
  const { i18n } = useLingui();
  return i18n._(labels[period].long);
}

/** How long a candle is: all ten periods in one row. */
export function PeriodChips({ period, onPeriod }: { period: Period; onPeriod: (period: Period) => void }) {
  const { t, i18n } = useLingui();
  const row = useRef<HTMLDivElement>(null);

  // The chosen one may lie beyond the edge of the row, or under its fade.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>("[aria-pressed='true']");
    const scroller = chip?.parentElement;
    if (chip && scroller) scroller.scrollLeft = chip.offsetLeft - (scroller.clientWidth - chip.offsetWidth) / 2;
  }, [period]);

  return (
    <div ref={row}>
      <ChipRow label={t`Length of a candle`}>
        {periods.map((each) => {
          const [short, long] = [i18n._(labels[each].short), i18n._(labels[each].long)];
          return (
            <Chip key={each} selected={each === period} aria-label={`${short} – ${long}`} onClick={() => onPeriod(each)}>
              {short}
            </Chip>
          );
        })}
      </ChipRow>
    </div>
  );
}
