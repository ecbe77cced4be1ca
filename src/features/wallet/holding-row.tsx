import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Currency } from "#protocol/platform.ts";
import { formatMoney, formatSum, HIDDEN_AMOUNT, NO_NUMBER } from "../../lib/format.ts";
import { ListRow } from "../../ui/list-row.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { lockTexts } from "./holding-lock-texts.ts";
import type { Holding } from "./portfolio.ts";

/** Values are told in it; its own would only repeat the amount. */
const worthIn = "USDT";

export interface HoldingRowProps {
  holding: Holding;
  currency: Currency | undefined;
  hidden: boolean;
}

/** A currency held: what is free, what is bound and by what, and its value. Leads to the currency's page. */
export function HoldingRow({ holding, currency, hidden }: HoldingRowProps) {
  const { i18n } = useLingui();
  const amount = (text: string) =>
    hidden ? HIDDEN_AMOUNT : formatSum(text, holding.flag, i18n.locale);
  const locked = holding.locked
    .map((part) => `${amount(part.amount)} ${i18n._(lockTexts[part.reason])}`)
    .join(", ");
  const value =
    holding.flag === worthIn
      ? undefined
      : holding.usdtValue === null
        ? NO_NUMBER
        : `≈ ${formatMoney(holding.usdtValue, worthIn, i18n.locale, { decimals: 2, hidden })}`;
  return (
    <ListRow
      lead={<CoinPicture code={holding.flag} />}
      title={holding.flag}
      detail={locked === "" ? currency?.name : locked}
      value={amount(holding.available)}
      valueDetail={value}
      chevron
      link={(link) => (
        <Link
          to="/currency/detail"
          search={{ symbol: currency?.symbol || holding.flag.toLowerCase() }}
          {...link}
        />
      )}
    />
  );
}
