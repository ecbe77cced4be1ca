import { Trans, useLingui } from "@lingui/react/macro";
import { formatPrice } from "../../../lib/format.ts";
import type { PriceLine } from "../../../ui/chart/tagged-lines.ts";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { useSymbolRow } from "../../market/feed/use-ticker.ts";

/** The lines of own orders on a chart, for screen readers. */
export function OwnLinesNote({ symbol, lines }: { symbol: string; lines: readonly PriceLine[] }) {
  const { t, i18n } = useLingui();
  const decimals = useSymbolRow(symbol)?.["price-precision"];
  if (lines.length === 0 || decimals === undefined) return null;
  const orders = lines
    .map(({ label, price }) => {
      const at = formatPrice(price, decimals, i18n.locale);
      return t`${label} at ${at}`;
    })
    .join(", ");
  return (
    <VisuallyHidden>
      <p>
        <Trans>Your orders on the chart: {orders}.</Trans>
      </p>
    </VisuallyHidden>
  );
}
