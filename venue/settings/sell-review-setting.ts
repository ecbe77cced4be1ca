import * as v from "valibot";
import { amountText } from "#protocol/wire/amount.ts";
import { isRecord } from "#protocol/api/endpoint.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";

/** The amount of the base above which a sell is reviewed, by symbol. */
export type SellReviewOver = Readonly<Record<string, string>>;

// Without it a list would count as an object whose names are numbers.
const object = v.custom<Record<string, unknown>>(isRecord);
const setting = v.pipe(
  object,
  v.record(v.pipe(v.string(), v.regex(/^[a-z0-9]{2,24}$/)), amountText),
);

/** Amounts of the base by symbol as JSON text; `undefined` for anything else. Over "0" every sell is reviewed. */
export function readSellReview(text: string): SellReviewOver | undefined {
  const parsed = v.safeParse(setting, parseStrictJson(text));
  return parsed.success ? parsed.output : undefined;
}
