/** From how many percent on a person wants to be warned; "off" never. */
export interface WarningLimits {
  /** Distance of a limit or a stop from the last price. */
  farPercent: string;
  /** Part of the whole account that one order sets aside. */
  sharePercent: string;
}

export const usualLimits: WarningLimits = { farPercent: "5", sharePercent: "50" };

/** A chosen percentage in tenths; undefined where it is off. */
export function tenthsOf(percent: string): bigint | undefined {
  return /^\d{1,3}$/.test(percent) ? BigInt(percent) * 10n : undefined;
}
