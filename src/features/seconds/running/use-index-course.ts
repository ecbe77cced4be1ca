import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { marketEndpoints } from "#protocol/api/market.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { useClockTick } from "../../../api/clock-tick.ts";
import { read } from "../../../api/query.ts";
import { coursePastSec, type CourseSample } from "../../../ui/chart/course-chart.ts";
import { useDataSaver } from "../../market/feed/data-saver.ts";
import { courseSamples } from "./index-course.ts";

const pollMs = { usual: 1000, saving: 3000 } as const;
/** A page that was away for longer has missed seconds. */
const pastStaleMs = 5000;
/** A sample older than this is no present price. */
const staleAfterSec = 4;

/** No copy on the device: old seconds would look like the last ones. */
const unpersisted = { meta: { private: false, persisted: false } } as const;

const indexQuery = (symbol: string) => ({
  ...read(marketEndpoints.mergedTicker, { symbol }, { quiet: true }),
  ...unpersisted,
});

/** Read when the line is first shown and on each return to the app; what comes meanwhile is heard. */
const pastQuery = (symbol: string) => ({
  ...read(secondsEndpoints.secondIndex, { symbol, size: coursePastSec }, { quiet: true }),
  ...unpersisted,
  staleTime: pastStaleMs,
  retry: 1,
});

/** The index of a market second by second: the last minutes as the venue has them, and each second since. */
export function useIndexCourse(symbol: string): {
  samples: readonly CourseSample[];
  nowSec: number;
  /** Of the newest sample, s; undefined without one. */
  ageSec: number | undefined;
  isStale: boolean;
  /** Nothing has come, and the venue could not be asked. */
  failed: boolean;
} {
  const nowSec = useClockTick();
  const saving = useDataSaver();
  const { data, error } = useQuery({
    ...indexQuery(symbol),
    refetchInterval: saving ? pollMs.saving : pollMs.usual,
  });
  const past = useQuery(pastQuery(symbol)).data;
  const [heard, setHeard] = useState<{ symbol: string; samples: readonly CourseSample[] }>({
    symbol,
    samples: [],
  });
  const latest = data && "index" in data && data.symbol === symbol ? sampleOf(data) : undefined;
  if (heard.symbol !== symbol) setHeard({ symbol, samples: [] });
  else if (latest && heard.samples.at(-1)?.sec !== latest.sec)
    setHeard({
      symbol,
      samples: [
        ...heard.samples.filter(({ sec }) => sec >= nowSec - coursePastSec && sec < latest.sec),
        latest,
      ],
    });

  const samples = courseSamples(past, heard.symbol === symbol ? heard.samples : []);
  const newest = samples.at(-1);
  const ageSec = newest && Math.max(0, nowSec - newest.sec);
  return {
    samples,
    nowSec,
    ageSec,
    isStale: ageSec !== undefined && ageSec > staleAfterSec,
    failed: samples.length === 0 && error !== null,
  };
}

function sampleOf({ ts, index }: { ts: number; index: string | null }): CourseSample | undefined {
  const price = Number(index ?? Number.NaN);
  return price > 0 ? { sec: Math.floor(ts / 1000), price } : undefined;
}
