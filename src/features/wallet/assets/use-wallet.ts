import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { venueNow } from "../../../api/venue-clock.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { walletBalanceQuery } from "./balance-query.ts";
import { storeWallet, walletAtom } from "./wallet-atoms.ts";

const refreshMs = 10_000;

/** The wallet, refreshed every ten seconds while it is on screen. After a failure the last balances stay, with their age. */
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
    if (at >= (store.get(walletAtom)?.at ?? 0)) storeWallet(store, data.balances, at);
  }, [data, dataUpdatedAt, authorized, store]);

  return {
    wallet: authorized ? wallet : null,
    error,
    refreshing: isFetching,
    refresh: () => void refetch(),
  };
}
