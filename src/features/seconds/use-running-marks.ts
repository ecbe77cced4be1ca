import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { authorizedAtom } from "../session/session-atoms.ts";
import { runningMarks, type MarkedOrder, type RunningMarks } from "./running-marks.ts";
import { runningSecondsQuery } from "./running-queries.ts";

/** The person's running contracts of a market as lines and moments of its chart; the same arrays while they are the same. */
export function useSecondsMarks(symbol: string): RunningMarks {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({ ...runningSecondsQuery(), enabled: authorized });
  const own = authorized ? (data?.list ?? []).filter((order) => order.symbol === symbol) : [];
  // The rows are new with each price; what is drawn is not.
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
