import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { walletBalanceQuery } from "./queries.ts";
import { takeWallet } from "./take-wallet.ts";
import { walletAtom } from "./wallet-atoms.ts";

const refreshMs = 10_000;

/** The wallet, refreshed every ten seconds while the screen is in sight. A failure leaves the last balances with their age. */
export function useWallet() {
  const store = useStore();
  const wallet = useAtomValue(walletAtom);
  const authorized = useAtomValue(authorizedAtom);
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    ...walletBalanceQuery(),
    enabled: authorized,
    refetchInterval: refreshMs,
  });

  useEffect(() => {
    if (!data || !authorized) return;
    const at = dataUpdatedAt + (venueNow() - Date.now());
    if (at >= (store.get(walletAtom)?.at ?? 0)) takeWallet(store, data.balances, at);
  }, [data, dataUpdatedAt, authorized, store]);

  return {
    wallet: authorized ? wallet : null,
    error,
    refreshing: isFetching,
    refresh: () => void refetch(),
  };
}
