import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import { costOf, initialMargin } from "#protocol/rules/contracts/contract-worth.ts";
import { parsePrice } from "#protocol/wire/amount.ts";
import { formatMoney, formatPercent, NO_NUMBER } from "../../lib/format.ts";
import type { PriceLine } from "../../ui/chart/tagged-lines.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import {
  exposureOf,
  moneyText,
  percentOf,
  positionFigures,
  priceFrom,
  triggerOutcome,
} from "./figures/contract-figures.ts";
import { mayReplace } from "./open/replaced-order.ts";
import { openContractOrdersQuery, positionsQuery } from "./figures/contract-queries.ts";
import { useContractPrices } from "./figures/use-contract-prices.ts";
import { useContractWords } from "./figures/use-contract-format.ts";
import { useContractOf } from "./figures/use-position-facts.ts";
import { orderLineId, partId, type PositionPart } from "./line-target.ts";

const noPositions: readonly ContractPosition[] = [];
const noOrders: readonly ContractOrder[] = [];

/** The person's positions, with their profit at the mark price, and waiting orders of a contract as lines of its chart; the same array while they are the same. */
export function useOwnContractLines(contractCode: string | undefined): readonly PriceLine[] {
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const open = useQuery({ ...positionsQuery(), enabled: authorized }).data;
  const waiting = useQuery({ ...openContractOrdersQuery(), enabled: authorized }).data;
  const positions = useOf(authorized ? (open?.list ?? noPositions) : noPositions, contractCode);
  const orders = useOf(authorized ? (waiting?.list ?? noOrders) : noOrders, contractCode);
  const market = useContractOf(contractCode ?? "");
  const words = useContractWords(market);
  const { quote, hidden } = words;
  const prices = useContractPrices(contractCode);
  const profits = positions.map((position) => {
    const mark = priceFrom(prices?.mark_price ?? position.mark_price);
    const marked = market && positionFigures(position, mark, market.terms).marked;
    return marked ? words.signed(marked.profit) : "";
  });
  // Each mark price makes new texts, mostly the same ones.
  const profitKey = profits.join("\n");
  return useMemo(() => {
    const profitOf = new Map(
      profitKey.split("\n").map((profit, at) => [positions[at]?.id, profit] as const),
    );
    return ownContractLines(positions, orders, {
      entry: ({ id, direction }) =>
        [direction === "buy" ? t`Long` : t`Short`, profitOf.get(id)].filter(Boolean).join(" "),
      liquidation: ({ direction }) =>
        direction === "buy" ? t`Long liquidated` : t`Short liquidated`,
      takeProfit: () => t`Take profit`,
      stopLoss: () => t`Stop loss`,
      meaning: (position, price) => {
        if (!market) return [];
        const { terms } = market;
        const ticks = parsePrice(price, terms.price);
        if (ticks === undefined) return [];
        const { net, roi } = triggerOutcome(
          exposureOf(position),
          position.lever_rate,
          ticks,
          terms,
        );
        const profit = formatMoney(moneyText(net), quote, i18n.locale, { signed: true, hidden });
        const share = roi === null ? NO_NUMBER : formatPercent(percentOf(roi), i18n.locale);
        return [t`≈ ${profit} (${share}) after both fees`];
      },
      worth: (order, price) => {
        if (!market || !mayReplace(order)) return undefined;
        const { terms } = market;
        const ticks = parsePrice(price, terms.price);
        if (ticks === undefined) return [];
        const cost = costOf(BigInt(order.volume - order.trade_volume), ticks, terms);
        const margin = moneyText(initialMargin(cost, order.lever_rate));
        return [t`Margin ${formatMoney(margin, quote, i18n.locale, { hidden })}`];
      },
      order: ({ offset, direction }) =>
        offset === "open"
          ? direction === "buy"
            ? t`Open long`
            : t`Open short`
          : direction === "buy"
            ? t`Close short`
            : t`Close long`,
    });
  }, [positions, orders, profitKey, market, quote, hidden, i18n.locale, t]);
}

/** The rows of a contract; the same array while they are the same. */
function useOf<Row extends { contract_code: string }>(
  rows: readonly Row[],
  contractCode: string | undefined,
): readonly Row[] {
  return useMemo(
    () => rows.filter((row) => row.contract_code === contractCode),
    [rows, contractCode],
  );
}

interface ContractLineTexts {
  entry: (position: ContractPosition) => string;
  liquidation: (position: ContractPosition) => string;
  takeProfit: (position: ContractPosition) => string;
  stopLoss: (position: ContractPosition) => string;
  /** What closing a position at a price would come to. */
  meaning: (position: ContractPosition, price: string) => readonly string[];
  order: (order: ContractOrder) => string;
  /** What an order would take at a price; undefined where its price cannot be another. */
  worth: (order: ContractOrder, price: string) => readonly string[] | undefined;
}

/** What one has in a contract as lines of its chart: of each position entry, liquidation and triggers, and the limits that wait. */
export function ownContractLines(
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
  texts: ContractLineTexts,
): PriceLine[] {
  const ofPositions = positions.flatMap((position) => {
    const id = (part: PositionPart) => partId(part, position);
    const meaning = (price: string) => texts.meaning(position, price);
    return [
      line(position.cost_open, { id: id("entry"), kind: "entry", label: texts.entry(position) }),
      line(position.liquidation_price, {
        id: id("liquidation"),
        kind: "liquidation",
        label: texts.liquidation(position),
      }),
      line(position.tp_trigger_price, {
        id: id("tp"),
        kind: "take-profit",
        label: texts.takeProfit(position),
        meaning,
      }),
      line(position.sl_trigger_price, {
        id: id("sl"),
        kind: "stop-loss",
        label: texts.stopLoss(position),
        meaning,
      }),
    ];
  });
  return [
    ...ofPositions,
    ...orders.map((order) =>
      line(order.price, {
        id: orderLineId(order),
        kind: order.direction,
        label: texts.order(order),
        ...(texts.worth(order, order.price ?? "") && {
          meaning: (price: string) => texts.worth(order, price) ?? [],
        }),
      }),
    ),
  ].filter((one) => one !== undefined);
}

function line(price: string | null, rest: Omit<PriceLine, "price">): PriceLine | undefined {
  const at = Number(price);
  return price !== null && at > 0 ? { price: at, ...rest } : undefined;
}
