import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import * as v from "valibot";
import { marketEndpoints } from "#protocol/api/market.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { useClockTick } from "../../../api/clock-tick.ts";
import { read } from "../../../api/query.ts";
import { coursePastSec, type CourseSample } from "../../../ui/chart/course-chart.ts";
import { useDataSaver } from "../../market/feed/data-saver.ts";
import { liveFeed } from "../../market/feed/live-feed.ts";
import { useStreaming } from "../../market/feed/use-streaming.ts";
import { courseSamples, recentSamples } from "./index-course.ts";

const pollMs = { usual: 1000, saving: 3000 } as const;
/** A page that was away for longer has missed seconds. */
const pastStaleMs = 5000;
/** After so long without a sample the stream counts as silent, and the index is read. */
const silentAfterSec = 2;
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
  const streaming = useStreaming();
  const past = useQuery(pastQuery(symbol)).data;
  const [heard, hear] = useHeardSamples(symbol);
  useEffect(
    () =>
      liveFeed.subscribeUnlessSaving(`market.${symbol}.index`, (tick) => {
        const said = v.safeParse(secondsEndpoints.secondIndex.data, tick);
        if (said.success && said.output.symbol === symbol) hear(courseSamples(said.output, []));
      }),
    [symbol, hear],
  );

  const samples = courseSamples(past, heard);
  const newest = samples.at(-1);
  const ageSec = newest && Math.max(0, nowSec - newest.sec);
  const isSaid = streaming && !saving && ageSec !== undefined && ageSec <= silentAfterSec;
  const { data, error } = useQuery({
    ...indexQuery(symbol),
    enabled: !isSaid,
    refetchInterval: saving ? pollMs.saving : pollMs.usual,
  });
  const latest = data && "index" in data && data.symbol === symbol ? sampleOf(data) : undefined;
  if (latest && latest.sec > (newest?.sec ?? 0)) hear([latest]);

  return {
    samples,
    nowSec,
    ageSec,
    isStale: ageSec !== undefined && ageSec > staleAfterSec,
    failed: samples.length === 0 && error !== null,
  };
}

const noSamples: readonly CourseSample[] = [];

/** Samples that were heard of a market since its line was shown, and how another is added. */
function useHeardSamples(symbol: string) {
  const [heard, setHeard] = useState({ symbol, samples: noSamples });
  const hear = useCallback(
    (fresh: readonly CourseSample[]) =>
      setHeard((before) => ({
        symbol,
        samples: recentSamples(before.symbol === symbol ? before.samples : noSamples, fresh),
      })),
    [symbol],
  );
  return [heard.symbol === symbol ? heard.samples : noSamples, hear] as const;
}

function sampleOf({ ts, index }: { ts: number; index: string | null }): CourseSample | undefined {
  const price = Number(index ?? Number.NaN);
  return price > 0 ? { sec: Math.floor(ts / 1000), price } : undefined;
}
