import { useCallback, useSyncExternalStore } from "react";
import { Sparkline } from "../../ui/sparkline.tsx";
import { sparklineStore } from "./sparkline-store.ts";

const none: readonly number[] = [];

/** The last 24 hours as a shape, once it is known; its place is there from the first frame. */
export function RowSparkline({ symbol, direction }: { symbol: string; direction: "up" | "down" | undefined }) {
  const follow = useCallback((listener: () => void) => sparklineStore.follow(symbol, listener), [symbol]);
  const values = useSyncExternalStore(follow, () => sparklineStore.closes(symbol), () => none) ?? none;
  return <Sparkline values={values} direction={direction} width={56} height={28} />;
}
