import { useLingui } from "@lingui/react/macro";
import type { PositionFigures } from "./contract-figures.ts";
import type { ContractWords } from "./use-contract-words.ts";
import styles from "./position-sheets.module.css";

/** Margin, liquidation, distance and ratio as they are, and as they would be. */
export function BeforeAfter({
  before,
  after,
  words,
}: {
  before: PositionFigures;
  after: PositionFigures | undefined;
  words: ContractWords;
}) {
  const { t } = useLingui();
  const rows: [label: string, of: (figures: PositionFigures) => string][] = [
    [t`Margin`, ({ exposure }) => words.money(exposure.margin)],
    [
      t`Liquidation`,
      ({ liquidation }) => (liquidation === null ? t`None` : words.ticks(liquidation)),
    ],
    [
      t`Distance to it`,
      ({ liquidation, marked }) =>
        liquidation === null ? t`None` : marked ? words.share(marked.distance) : "–",
    ],
    [t`Margin ratio`, ({ marked }) => (marked ? words.share(marked.ratio) : "–")],
  ];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t`Figure`}</th>
          <th scope="col">{t`Now`}</th>
          <th scope="col">{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, of]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{of(before)}</td>
            <td>{after ? of(after) : "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
