import { Trans, useLingui } from "@lingui/react/macro";
import {
  formatQuantity,
  formatCompact,
  formatPrice,
  formatRate,
  NO_NUMBER,
} from "../../../lib/format.ts";
import { levelPoint, tableLevels, type BookSide } from "./book-curve.ts";
import type { BookLevels } from "./book-levels.ts";
import styles from "./book-depth-chart.module.css";

export interface BookDepthTableProps {
  book: BookLevels;
  decimals: number;
  name: string;
  base: string;
  quote: string;
}

/** The depth in figures, one table per side: what trading through a number of levels takes. */
export function BookDepthTable({ book, decimals, name, base, quote }: BookDepthTableProps) {
  const { t, i18n } = useLingui();
  const side = (of: BookSide, caption: string) => (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Levels</Trans>
          </th>
          <th scope="col">
            <Trans>Price ({quote})</Trans>
          </th>
          <th scope="col">
            <Trans>Sum ({base})</Trans>
          </th>
          <th scope="col">
            <Trans>Value ({quote})</Trans>
          </th>
          <th scope="col">
            <Trans>Slippage</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {tableLevels(book).map((level) => {
          const point = levelPoint(book, of, level, decimals);
          return (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{point ? formatPrice(point.price, decimals, i18n.locale) : NO_NUMBER}</td>
              <td>{point ? formatQuantity(point.size, 5, i18n.locale) : NO_NUMBER}</td>
              <td>{point ? formatCompact(point.value, i18n.locale) : NO_NUMBER}</td>
              <td>{point ? formatRate(point.slippagePercent, i18n.locale) : NO_NUMBER}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
  return (
    <div className={styles.tables}>
      {side("ask", t`Buying ${name}`)}
      {side("bid", t`Selling ${name}`)}
    </div>
  );
}
