import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Sparkline } from "../../ui/sparkline.tsx";
import { dropOldReads } from "./drop-old-reads.ts";
import { sparklineKey, sparklineQuery } from "./queries.ts";

const restMs = 250;
const keptShapes = 100;
const none: readonly number[] = [];

/** The last 24 hours as a shape. Asked for once its row has rested on screen, so that a flick through the list asks nothing. */
export function RowSparkline({ symbol, direction }: { symbol: string; direction: "up" | "down" | undefined }) {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  const client = useQueryClient();
  const { data = none } = useQuery({ ...sparklineQuery(symbol), enabled: rested });
  useEffect(() => {
    if (data.length > 0) dropOldReads(client, sparklineKey, keptShapes);
  }, [client, data]);
  return <Sparkline values={data} direction={direction} width={56} height={28} />;
}
