import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { memo, useEffect, useId, useRef, type ToggleEvent } from "react";
import { periods, type Period } from "#protocol/api/market.ts";
import { deskScreen, useMedia } from "../../../lib/use-media.ts";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { Chip } from "../../../ui/fields/chip.tsx";
import styles from "./period-chips.module.css";

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

/** Always visible; the others are behind "More", whose button shows the one chosen there. */
const mostUsed: readonly Period[] = ["1min", "15min", "60min", "4hour", "1day"];
/** Width of the list of other periods, CSS px, as in the style sheet. */
const othersPx = 296;
const others = periods.filter((period) => !mostUsed.includes(period));

/** The period's long name, for messages about candles. */
export function usePeriodName(period: Period): string {
  const { i18n } = useLingui();
  return i18n._(labels[period].long);
}

/** The period's short name, as on its chip: 15m. */
export function usePeriodMark(period: Period): string {
  const { i18n } = useLingui();
  return i18n._(labels[period].short);
}

/** Chooses the length of a candle: the most used periods in a row, the others in a list behind “More”. */
export const PeriodChips = memo(function PeriodChips({
  period,
  onPeriod,
}: {
  period: Period;
  onPeriod: (period: Period) => void;
}) {
  const { t, i18n } = useLingui();
  const listId = useId();
  const row = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const chosenOther = others.includes(period);
  const name = (each: Period) => `${i18n._(labels[each].short)} – ${i18n._(labels[each].long)}`;

  const isDesk = useMedia(deskScreen);
  // A narrow chart of a desk cuts the row, which a mouse cannot push.
  useEffect(() => {
    const [chips, scroller] = [row.current, row.current?.parentElement];
    if (!isDesk || !chips || !scroller) return;
    const watcher = new ResizeObserver(() => showChosen(chips, scroller));
    watcher.observe(scroller);
    return () => watcher.disconnect();
  }, [isDesk, period]);

  function place(event: ToggleEvent<HTMLElement>) {
    const [anchor, popover] = [more.current, list.current];
    if (event.newState !== "open" || anchor === null || popover === null) return;
    const box = anchor.getBoundingClientRect();
    const below = box.bottom + 70 < document.documentElement.clientHeight;
    popover.style.top = below ? `${Math.round(box.bottom + 4)}px` : "auto";
    popover.style.bottom = below
      ? "auto"
      : `${Math.round(document.documentElement.clientHeight - box.top + 4)}px`;
    // Under its button, within the screen's edges. It has no layout yet, so its width comes from the style sheet.
    const [wide, whole] = [
      Math.min(othersPx, document.documentElement.clientWidth - 16),
      document.documentElement.clientWidth,
    ];
    popover.style.left = `${Math.round(Math.max(8, Math.min(whole - 8 - wide, box.left + box.width / 2 - wide / 2)))}px`;
  }

  return (
    <div ref={row} className={styles.row} role="group" aria-label={t`Length of a candle`}>
      {mostUsed.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.period}
          aria-pressed={each === period}
          aria-label={name(each)}
          onClick={() => onPeriod(each)}
        >
          <span>{i18n._(labels[each].short)}</span>
        </button>
      ))}
      <button
        ref={more}
        type="button"
        className={styles.period}
        popoverTarget={listId}
        data-chosen={chosenOther || undefined}
        aria-label={chosenOther ? t`More periods, chosen: ${name(period)}` : t`More periods`}
      >
        <span>
          {chosenOther ? i18n._(labels[period].short) : t({ message: "More", context: "periods" })}
          <ChevronDownIcon size={16} />
        </span>
      </button>
      <div
        ref={list}
        id={listId}
        popover="auto"
        className={styles.others}
        role="group"
        aria-label={t`More periods`}
        onBeforeToggle={place}
      >
        {others.map((each) => (
          <Chip
            key={each}
            selected={each === period}
            aria-label={name(each)}
            onClick={() => {
              list.current?.hidePopover();
              onPeriod(each);
            }}
          >
            {i18n._(labels[each].short)}
          </Chip>
        ))}
      </div>
    </div>
  );
});

/** Pushes the row as far as it takes for the chosen period to be in sight. */
function showChosen(chips: HTMLElement, scroller: HTMLElement): void {
  const chosen = chips.querySelector("[aria-pressed=true], [data-chosen]")?.getBoundingClientRect();
  const { left, right } = scroller.getBoundingClientRect();
  if (chosen)
    scroller.scrollLeft += Math.max(0, chosen.right - right) - Math.max(0, left - chosen.left);
}
