import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import type { PriceLine, TimeMark } from "../../../ui/chart/tagged-lines.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { runningSecondsQuery } from "../figures/seconds-queries.ts";

/** The person's running contracts of a market as chart lines and moments; the arrays change only with their content. */
export function useSecondsMarks(symbol: string): RunningMarks {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({ ...runningSecondsQuery(), enabled: authorized });
  const own = authorized ? (data?.list ?? []).filter((order) => order.symbol === symbol) : [];
  // Each price makes new rows, but what is drawn stays the same.
  const key = JSON.stringify(
    own.map(({ direction, time, open_price, t1 }): MarkedOrder => ({
      direction,
      time,
      open_price,
      t1,
    })),
  );
  return useMemo(
    () =>
      runningMarks(JSON.parse(key) as MarkedOrder[], {
        entry: ({ direction, time }) => (direction === "up" ? t`Up ${time} s` : t`Down ${time} s`),
        delivery: () => t`Delivery`,
      }),
    [key, t],
  );
}

/** The facts of a running contract that the chart needs, without the moving price. */
type MarkedOrder = Pick<SecondsOrder, "direction" | "time" | "open_price" | "t1">;

interface RunningMarks {
  lines: readonly PriceLine[];
  moments: readonly TimeMark[];
}

/**
 * Marks of running contracts: each entry price as a line from the price lock on, and each delivery as a
 * moment. Shared prices and moments are drawn once.
 */
export function runningMarks(
  orders: readonly MarkedOrder[],
  texts: { entry: (order: MarkedOrder) => string; delivery: () => string },
): RunningMarks {
  const labels = new Map<number, Set<string>>();
  for (const order of orders) {
    const price = Number(order.open_price);
    if (price > 0) labels.set(price, (labels.get(price) ?? new Set()).add(texts.entry(order)));
  }
  return {
    lines: [...labels].map(([price, words]) => ({
      price,
      kind: "entry",
      label: [...words].join(" · "),
    })),
    moments: [...new Set(orders.map(({ t1 }) => t1 / 1000))].map((timeSec) => ({
      timeSec,
      label: texts.delivery(),
    })),
  };
}
