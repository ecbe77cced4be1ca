import { divideUp, pow10 } from "../../wire/rounding.ts";
import type { Price } from "./contract-worth.ts";

/** A limit price further from the mark than this share is refused. */
const share = { value: 5n, scale: 2 } as const;

/** The highest and the lowest limit that a mark price allows, in ticks of 10^-`precision`. */
export function limitBand(mark: Price, precision: number): { most: bigint; least: bigint } {
  const whole = pow10(share.scale);
  const unit = whole * pow10(Math.max(0, mark.scale - precision));
  const value = mark.value * pow10(Math.max(0, precision - mark.scale));
  return {
    most: (value * (whole + share.value)) / unit,
    least: divideUp(value * (whole - share.value), unit),
  };
}
