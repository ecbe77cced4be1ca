import { Trans, useLingui } from "@lingui/react/macro";
import { formatPercent, formatPrice } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import type { PriceLine } from "../../../ui/chart/tagged-lines.ts";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { usePriceDecimals, useTicker } from "../../market/feed/use-ticker.ts";
import styles from "./own-lines.module.css";

/** A line of the chart that was tapped, or dragged to a price; of all lines where `id` is null. */
export interface TouchedLine {
  id: string | null;
  /** A plain decimal; null where nothing was dragged. */
  price: string | null;
}

/** What can be done with a line. */
export interface LineAct {
  label: string;
  onAct: () => void;
  /** It takes something away. */
  ends?: boolean | undefined;
}

interface OwnLinesProps {
  symbol: string;
  lines: readonly PriceLine[];
  /** What was touched; null while nothing is. */
  touched: TouchedLine | null;
  onTouched: (touched: TouchedLine | null) => void;
  actsOf: (id: string) => readonly LineAct[];
}

/** What a tap on a line of the chart opens; and for keyboards and screen readers a button to all lines. */
export function OwnLines({ symbol, lines, touched, onTouched, actsOf }: OwnLinesProps) {
  const { t } = useLingui();
  const tapped = touched?.price === null ? touched : null;
  const last = useLast(tapped);
  const shown = lines.filter(({ id }) => last?.id === null || id === last?.id);
  const [only] = shown;
  const count = lines.length;
  return (
    <>
      {count > 0 && (
        <div className={styles.place}>
          <button
            type="button"
            className={styles.all}
            onClick={() => onTouched({ id: null, price: null })}
          >{t`Lines on the chart: ${count}`}</button>
        </div>
      )}
      <Sheet
        open={tapped !== null}
        onClose={() => onTouched(null)}
        title={last?.id !== null && only ? only.label : t`Lines on the chart`}
        closeLabel={t`Close`}
      >
        {shown.length === 0 ? (
          <p>
            <Trans>It is not there any more.</Trans>
          </p>
        ) : (
          <ul className={styles.lines}>
            {shown.map((line) => (
              <li key={line.id}>
                <LineRow symbol={symbol} line={line} named={last?.id === null} />
                <span className={styles.acts}>
                  {(line.id === undefined ? [] : actsOf(line.id)).map(({ label, onAct, ends }) => (
                    <Button
                      key={label}
                      look={ends ? "danger" : "secondary"}
                      onClick={() => {
                        onTouched(null);
                        onAct();
                      }}
                    >
                      {label}
                    </Button>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Sheet>
    </>
  );
}

function LineRow({ symbol, line, named }: { symbol: string; line: PriceLine; named: boolean }) {
  const { t, i18n } = useLingui();
  const decimals = usePriceDecimals(symbol);
  const last = useTicker(symbol)?.close ?? 0;
  const away = last > 0 ? formatPercent((line.price / last - 1) * 100, i18n.locale) : undefined;
  return (
    <p className={styles.row}>
      {named && <strong>{line.label}</strong>}
      <span>{formatPrice(line.price, decimals, i18n.locale)}</span>
      {away !== undefined && <span className={styles.away}>{t`${away} from the last price`}</span>}
    </p>
  );
}
