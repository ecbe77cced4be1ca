import * as v from "valibot";
import { amountText } from "#protocol/wire/amount.ts";
import { isRecord } from "#protocol/api/endpoint.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";
import { networksOf } from "./channel-networks.ts";

const status = v.picklist([0, 1]);
const note = v.pipe(v.string(), v.maxLength(200));
/** A part of the whole: from nothing to just below all of it. */
const rate = v.pipe(v.string(), v.regex(/^0(\.\d{1,6})?$/));

const channel = v.strictObject({
  recharge: v.optional(
    v.strictObject({
      status: v.exactOptional(status),
      min: v.exactOptional(amountText),
      max: v.exactOptional(amountText),
      confirmations_note: v.exactOptional(note),
      notice: v.exactOptional(note),
    }),
    {},
  ),
  withdrawal: v.optional(
    v.strictObject({
      status: v.exactOptional(status),
      min: v.exactOptional(amountText),
      max: v.exactOptional(amountText),
      day_max: v.exactOptional(amountText),
      fee_rate: v.exactOptional(rate),
      min_fee: v.exactOptional(amountText),
      max_fee: v.exactOptional(amountText),
    }),
    {},
  ),
});

/** Without it a list would count as an object whose names are numbers. */
const object = v.custom<Record<string, unknown>>(isRecord);
const channelsSetting = v.pipe(
  object,
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/)),
    v.pipe(object, v.record(v.string(), channel)),
  ),
);

/** What an operator changes of a network: 0 pauses it, 1 opens it; amounts in the currency. */
export type ChannelSetting = v.InferOutput<typeof channel>;
/** By currency and network; what is left out is as the venue has it. */
export type ChannelsSetting = Readonly<Record<string, Readonly<Record<string, ChannelSetting>>>>;

/** Settings of paper networks as JSON text; `undefined` for a field, a network or a value that there is not. */
export function readChannels(text: string): ChannelsSetting | undefined {
  const parsed = v.safeParse(channelsSetting, parseStrictJson(text));
  if (!parsed.success) return undefined;
  const isKnown = Object.entries(parsed.output).every(([flag, networks]) =>
    Object.keys(networks).every((name) => networksOf(flag).includes(name)),
  );
  return isKnown ? parsed.output : undefined;
}
