import * as v from "valibot";
import { amountText } from "#protocol/amount.ts";
import { isRecord } from "#protocol/endpoint.ts";
import type { SellReviewOver } from "../market/symbol-row.ts";
import { parseStrictJson } from "../strict-json.ts";

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
