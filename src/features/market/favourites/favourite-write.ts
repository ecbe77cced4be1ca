import * as codes from "#protocol/wire/error-codes.ts";
import { errorMessages } from "#protocol/wire/error-messages.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { pageWriter } from "../../../writes/page-writer.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

/** Error codes reported by the favourite's own toast: all but the end of the session. */
const handles = Object.keys(errorMessages)
  .map(Number)
  .filter((status) => status !== codes.sessionExpired);

interface Heard {
  failure?: number | null;
}

/** Codes that do not say whether it was done: the list, which the caller reads, does. */
const vague: ReadonlySet<number | null> = new Set([codes.unknownError, codes.outcomeUnknown]);

/** Adding a symbol to the favourites (true), or removing it. The caller reads the list again. */
const settingFavourite = (symbol: string) =>
  settingKind<boolean, Heard>({
    name: `favourite:${symbol}`,
    async send({ intent: favourite }) {
      const request = { symbol, collect: favourite ? (1 as const) : (0 as const) };
      try {
        await call(marketEndpoints.setCollect, request, { quiet: true, handles });
        return {};
      } catch (error) {
        if (!(error instanceof ApiError) || !vague.has(error.status)) throw error;
        return { failure: error.status };
      }
    },
    async find({ intent: favourite }, signal) {
      const list = await call(marketEndpoints.collect, {}, { quiet: true, signal });
      return list.includes(symbol) === favourite ? {} : undefined;
    },
    invalidates: [],
  });

export interface FavouriteSent {
  /** The code of a failure, null where it did not arrive; undefined on success. */
  failure: number | null | undefined;
  /** Where the venue could not even be asked what became of it: done when it has said so after all. */
  settled?: Promise<unknown>;
}

/** Sends a change of the favourites. A star does not wait for a venue out of reach; the write itself goes on asking. */
export async function sendFavourite(symbol: string, favourite: boolean): Promise<FavouriteSent> {
  const kind = settingFavourite(symbol);
  const sent = pageWriter.send(kind, favourite);
  const first = await Promise.race([sent, outOfReach(kind.name, sent)]);
  if (first === undefined) return { failure: null, settled: sent };
  if (first.step === "done") return { failure: first.answer.failure };
  return { failure: first.step === "refused" ? first.refusal.status : null };
}

/** Done when a question about the write got no answer. Lets the page forget the write once it has been sent. */
function outOfReach(name: string, sent: Promise<unknown>): Promise<undefined> {
  return new Promise((done) => {
    const look = () => {
      const { write } = pageWriter.snapshot(name);
      if (write.step === "checking" && write.tries > 0) done(undefined);
    };
    const stop = pageWriter.subscribe(name, look);
    look();
    void sent.then(() => {
      pageWriter.dismiss(name);
      stop();
    });
  });
}
