import { savesData } from "./data-saver.ts";

/** How often things are asked for, in ms. */
export interface FeedPace {
  /** Batches of the streamed list. */
  rankMs: number;
  /** Reads that stand in for the stream. */
  pollMs: number;
  /** Reads beside a stream that delivers, of what it also tells. */
  besideMs: number;
  /** Reads of the whole list beside the stream: for markets that went, and for the order by turnover. */
  wholeMs: number;
}

const usual: FeedPace = { rankMs: 1000, pollMs: 3000, besideMs: 15_000, wholeMs: 60_000 };
/** Reads come just before a price would freeze, at ten seconds: each freeze would switch trading off. */
const saving: FeedPace = { rankMs: 5000, pollMs: 8000, besideMs: 30_000, wholeMs: 300_000 };

/** The pace of this device at present. */
export function feedPace(): FeedPace {
  return savesData() ? saving : usual;
}
