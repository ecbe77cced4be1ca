import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Exposure } from "#protocol/rules/contracts/contract-risk.ts";
import { formatPercent, formatRelative } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Slider } from "../../../ui/fields/slider.tsx";
import { useClockTick } from "../../../api/clock-tick.ts";
import { nextFunding } from "../figures/next-funding.ts";
import { useContractOf } from "../figures/use-position-facts.ts";
import { useContractPrices } from "../figures/use-contract-prices.ts";
import { priceFrom } from "../figures/contract-figures.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { WhatIfCurve } from "./what-if-curve.tsx";
import { moveRange, pointAt, pointNow, type WhatIfPoint } from "./what-if.ts";
import styles from "../figures/contract-sheet.module.css";

export interface WhatIfSheetProps {
  /** What is, or would be, open. */
  exposure: Exposure;
  leverage: number;
  code: string;
  open: boolean;
  onClose: () => void;
}

const hourMs = 3600_000;
/** Fundings that are to pass: three a day. */
const spans = [0, 1, 3, 9, 21] as const;

/** What a move of the price, with the fundings and the fee of closing, would make of a position: one slider, before and after. */
export function WhatIfSheet({ exposure, leverage, code, open, onClose }: WhatIfSheetProps) {
  const { t, i18n } = useLingui();
  const market = useContractOf(code);
  const prices = useContractPrices(open ? code : undefined);
  const second = useClockTick();
  const words = useContractWords(market);
  const [move, setMove] = useState(0);
  const [fundings, setFundings] = useState(0);
  const mark = priceFrom(prices?.mark_price);
  const next = prices && nextFunding(prices, second * 1000);
  const given = market &&
    mark && {
      exposure,
      leverage,
      terms: market.terms,
      mark,
      fundingRate: prices?.funding_rate ?? null,
      nextFundingMs: next === undefined ? null : next - second * 1000,
      fundingEveryMs: (prices?.interval_h ?? 8) * hourMs,
    };
  const before = given && pointNow(given);
  const after = given && pointAt(given, move, fundings);
  const moved = formatPercent(move, i18n.locale, 1);
  const price = after ? words.mark(after.price) : "–";

  function wait(point: WhatIfPoint): string {
    if (point.isLiquidated) return t`Liquidated`;
    if (point.untilLiquidationMs === null) return t`Never`;
    return formatRelative(point.untilLiquidationMs, 0, i18n.locale);
  }

  const rows: [label: string, of: (point: WhatIfPoint) => string][] = [
    [t`Price`, (point) => words.mark(point.price)],
    [
      t`Equity`,
      (point) => (point.isLiquidated ? t`Liquidated` : words.money(point.figures.equity)),
    ],
    [t`Profit`, (point) => words.signed(point.figures.profit)],
    [t`Funding by then`, (point) => words.signed(point.funding)],
    [t`Fee of closing`, (point) => words.money(point.closeFee)],
    [t`Back if closed`, (point) => words.money(point.arrives)],
    [
      t`Margin ratio`,
      (point) => (point.isLiquidated ? t`100% or more` : words.share(point.figures.ratio)),
    ],
    [
      t`Liquidation`,
      (point) => (point.liquidation === null ? t`None` : words.ticks(point.liquidation)),
    ],
    [
      t`Distance to it`,
      (point) =>
        point.liquidation === null
          ? t`None`
          : point.isLiquidated
            ? t`Liquidated`
            : words.share(point.figures.distance),
    ],
    [t`Liquidated by funding`, wait],
  ];
  return (
    <Sheet open={open} onClose={onClose} title={t`What if the price moves?`} closeLabel={t`Close`}>
      <div className={styles.body}>
        <Slider
          label={t`Price from the mark`}
          value={move}
          min={moveRange.least}
          max={moveRange.most}
          step={moveRange.step}
          valueText={`${moved} · ${price}`}
          marks={[-50, -25, 0, 25, 50].map((value) => ({
            value,
            label: formatPercent(value, i18n.locale, 0),
          }))}
          onValue={setMove}
        />
        <ChipRow label={t`Held for`} even>
          {spans.map((span) => (
            <Chip key={span} selected={span === fundings} onClick={() => setFundings(span)}>
              {span === 0
                ? t`Now`
                : span === 1
                  ? t`8 h`
                  : span === 3
                    ? t`1 day`
                    : span === 9
                      ? t`3 days`
                      : t`7 days`}
            </Chip>
          ))}
        </ChipRow>
        {given && before && after ? (
          <>
            <WhatIfCurve given={given} fundings={fundings} move={move} />
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t`Figure`}</th>
                  <th scope="col">{t`Now`}</th>
                  <th scope="col">{t`Then`}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(([label, of]) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>{of(before)}</td>
                    <td>{of(after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {after.isLiquidated && (
              <Banner tone="danger" live>
                <Trans>
                  It would have been liquidated before the price got there: the margin is lost.
                </Trans>
              </Banner>
            )}
          </>
        ) : (
          <Skeleton shape="block" />
        )}
        <p className={styles.note}>
          <Trans>
            Reckoned by the venue’s own rules with the funding rate of now, which changes every
            eight hours. “Liquidated by funding”: how long until funding alone would do it, if the
            price stayed there.
          </Trans>
        </p>
      </div>
    </Sheet>
  );
}
