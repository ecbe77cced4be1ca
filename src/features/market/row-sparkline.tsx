import { useCallback, useSyncExternalStore } from "react";
import { Sparkline } from "../../ui/sparkline.tsx";
import { sparklineStore } from "./sparkline-store.ts";

const none: readonly number[] = [];

/** The last 24 hours as a shape, once it is known; its place is there from the first frame, and colours it by its `data-direction`. */
export function RowSparkline({ symbol }: { symbol: string }) {
  const follow = useCallback(
    (listener: () => void) => sparklineStore.follow(symbol, listener),
    [symbol],
  );
  const values =
    useSyncExternalStore(
      follow,
      () => sparklineStore.closes(symbol),
      () => none,
    ) ?? none;
  return <Sparkline values={values} width={56} height={28} />;
}
