import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  HIDDEN_AMOUNT,
  NO_NUMBER,
  formatDate,
  formatDateTime,
  formatSum,
} from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Change } from "../../../ui/figures/change.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Term } from "../../../ui/text/term.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { type EquityDay, equityCourse, equityShape, extremesOf } from "./equity-course.ts";
import styles from "./equity-panel.module.css";
import { type EquitySpan, equityQuery, equitySpans } from "./wallet-queries.ts";

const unit = "USDT";
/** A point at midnight ends the day before it, so a day is named by the moment before its end. */
const venueZone = "Asia/Shanghai";

/** Profit and loss of the account, today and over the last days, without recharges and withdrawals. */
export function EquityPanel({ hidden }: { hidden: boolean }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const online = useOnline();
  const [span, setSpan] = useState<EquitySpan>("7");
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(equityQuery(span));
  const course = data && equityCourse(data, Number(span));
  const extremes = course && extremesOf(course.days);
  const signed = (amount: string) =>
    hidden ? HIDDEN_AMOUNT : formatSum(amount, unit, locale, { signed: true });
  const dayName = (day: EquityDay, at: number) =>
    at + 1 === course?.days.length ? t`today` : formatDate(day.time - 1, locale, venueZone);
  const aged = error !== null;

  function summary(): string {
    if (!course || !extremes) return "";
    const [whole, high, low] = [
      signed(course.profit),
      signed(extremes.high.course),
      signed(extremes.low.course),
    ];
    const [best, worst] = [extremes.high, extremes.low].map((day) =>
      dayName(day, course.days.indexOf(day)),
    );
    return hidden
      ? t`Profit and loss over ${span} days; amounts are hidden.`
      : t`Profit and loss over ${span} days: ${whole} ${unit}. Highest ${high} (${best}), lowest ${low} (${worst}).`;
  }

  return (
    <div className={styles.frame}>
      <Card
        title={
          <Term term={t`Profit and loss`}>
            <Trans>
              What all you own is worth, less what it was worth before, less what was recharged and
              plus what was withdrawn. Days end at midnight GMT+8, the venue’s zone. A withdrawal
              counts as gone when it is asked for.
            </Trans>
          </Term>
        }
      >
        <dl className={styles.figures}>
          <div>
            <dt>
              <Trans>Today</Trans>
            </dt>
            <dd>
              {hidden && course ? (
                `${HIDDEN_AMOUNT} ${unit}`
              ) : course === undefined && !error ? (
                <Skeleton width="short" />
              ) : (
                <Change value={course?.today} locale={locale} currency={unit} frozen={aged} />
              )}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Over {span} days</Trans>
            </dt>
            <dd>
              {hidden && course ? (
                `${HIDDEN_AMOUNT} ${unit}`
              ) : course === undefined && !error ? (
                <Skeleton width="short" />
              ) : (
                <Change value={course?.profit} locale={locale} currency={unit} frozen={aged} />
              )}
            </dd>
          </div>
        </dl>
        <Segmented
          label={t`Days`}
          size="small"
          value={span}
          options={equitySpans.map((value) => ({ value, label: t`${value} days` }))}
          onValue={setSpan}
        />
        {hidden ? (
          <p className={styles.note}>
            <Trans>The chart is hidden with the amounts.</Trans>
          </p>
        ) : course === null ? (
          <p className={styles.note}>
            <Trans>No figures yet.</Trans>
          </p>
        ) : (
          (course || !error) && (
            <EquityChart
              days={course?.days}
              label={t`Profit and loss by day`}
              summary={summary()}
              describe={(day, at) =>
                t`${dayName(day, at)}: ${signed(day.profit)} ${unit}, until then ${signed(day.course)} ${unit}`
              }
            />
          )
        )}
        {error && (
          <p className={styles.trouble}>
            <span>
              {online ? (
                <Trans>The figures did not arrive.</Trans>
              ) : (
                <Trans>You are offline.</Trans>
              )}{" "}
              {data && <Trans>These are from {formatDateTime(dataUpdatedAt, locale)}.</Trans>}
            </span>
            <Button
              look="quiet"
              size="small"
              busy={isFetching}
              onClick={() => void refetch()}
            >{t`Try again`}</Button>
          </p>
        )}
        {course && (
          <Fold small summary={t`As a table`}>
            <div
              className={styles.scroller}
              role="region"
              aria-label={t`Profit and loss as a table`}
              {...scroller}
            >
              <p className={styles.note}>{summary()}</p>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Day</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Worth, {unit}</Trans>
                    </th>
                    <th scope="col">
                      <Trans>In and out</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Profit or loss</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {course.days
                    .map((day, at) => ({ day, name: dayName(day, at) }))
                    .toReversed()
                    .map(({ day, name }) => (
                      <tr key={day.time}>
                        <th scope="row">{name}</th>
                        <td>{hidden ? HIDDEN_AMOUNT : formatSum(day.total, unit, locale)}</td>
                        <td>
                          {hidden ? HIDDEN_AMOUNT : day.flow === "0" ? NO_NUMBER : signed(day.flow)}
                        </td>
                        <td>{signed(day.profit)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </Fold>
        )}
      </Card>
    </div>
  );
}

// A scrolling region has to be reachable by keyboard.
const scroller = { tabIndex: 0 };

const [width, height] = [320, 96];

interface EquityChartProps {
  /** Undefined before the first answer. */
  days: readonly EquityDay[] | undefined;
  label: string;
  /** A description for screen readers. */
  summary: string;
  describe: (day: EquityDay, at: number) => string;
}

/** Profit and loss as a line around zero. Touch, mouse or the arrow keys select a day. */
function EquityChart({ days, label, summary, describe }: EquityChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = (days?.length ?? 0) - 1;
  const at = Math.min(chosen ?? last, last);
  const day = days?.[at];
  if (!days || !day)
    return (
      <div className={styles.chart}>
        {!days && (
          <div className={styles.drawing}>
            <Skeleton shape="fill" />
          </div>
        )}
      </div>
    );
  const { line, zeroY, points } = equityShape(days, width, height);
  const point = points[at];
  return (
    <div className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={styles.drawing}
        aria-hidden="true"
      >
        <line className={styles.zero} x1="0" x2={width} y1={zeroY} y2={zeroY} />
        <path
          className={styles.line}
          data-direction={Number(days.at(-1)?.course) < 0 ? "down" : "up"}
          d={line}
        />
        {point && (
          <line
            className={styles.cursor}
            x1={point.x}
            x2={point.x}
            y1="0"
            y2={height}
            data-chosen={chosen !== null || undefined}
          />
        )}
      </svg>
      <VisuallyHidden>{summary}</VisuallyHidden>
      {last > 0 && (
        <input
          type="range"
          className={styles.range}
          aria-label={label}
          aria-valuetext={describe(day, at)}
          min={0}
          max={last}
          value={at}
          onChange={(event) => setChosen(Number(event.target.value))}
          onBlur={() => setChosen(null)}
        />
      )}
      <p className={styles.reading}>{describe(day, at)}</p>
    </div>
  );
}
