import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useClockTick } from "../../../api/clock-tick.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { holdingOf, portfolioTotal } from "../../wallet/assets/portfolio.ts";
import { useWallet } from "../../wallet/assets/use-wallet.ts";
import { balanceOf } from "../../wallet/assets/wallet-atoms.ts";
import {
  runningSecondsQuery,
  secondConfQuery,
  secondLimitsQuery,
} from "../figures/seconds-queries.ts";
import type { StakeFacts } from "./stake-form.ts";

const confPollMs = 60_000;
const limitsPollMs = 30_000;
const stakeCurrency = "USDT";

export interface ShownStakeFacts extends StakeFacts {
  /** Balances are loading: there are none yet, and no read has failed. */
  balancesDue: boolean;
  /** The same of the person's limits, which tell their result of the day. */
  limitsDue: boolean;
}

/** The durations of a market, the person's limits and their wallet. */
export function useStakeFacts(symbol: string) {
  const authorized = useAtomValue(authorizedAtom);
  const conf = useQuery({ ...secondConfQuery(symbol), refetchInterval: confPollMs });
  const limits = useQuery({
    ...secondLimitsQuery(),
    enabled: authorized,
    refetchInterval: limitsPollMs,
  });
  const running = useQuery({ ...runningSecondsQuery(), enabled: authorized });
  const { wallet, error } = useWallet();
  const second = useClockTick();
  const { balance_str: available, unread } = balanceOf(wallet?.balances, stakeCurrency);
  const durations = conf.data;
  const facts: ShownStakeFacts | undefined = durations && {
    symbol,
    durations,
    currency: stakeCurrency,
    available: wallet === null || unread ? null : available,
    worth: wallet && portfolioTotal(wallet.balances.map(holdingOf)).total,
    limits: authorized ? (limits.data ?? null) : null,
    running: authorized ? (running.data?.list.length ?? null) : null,
    now: second * 1000,
    balancesDue: wallet === null && error === null,
    limitsDue: limits.data === undefined && limits.error === null,
  };
  return { facts, conf, limits };
}
