/** Whether a strategy gains without risk, judged by what it gained on each day. */

export interface Verdict {
  days: number;
  /** Of a day, USDT. */
  mean: number;
  /** The mean in its standard errors. */
  t: number;
  isRiskless: boolean;
}

/**
 * A mean above zero by more than three standard errors. With few days it takes more of them, as Student's
 * distribution does: 6.4 of five days, 3.5 of 28, 3.2 of 84.
 */
export function judge(gains: readonly number[]): Verdict {
  const days = gains.length;
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / days;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (days - 1);
  const error = Math.sqrt(variance / days);
  const t = mean === 0 ? 0 : mean / error;
  return { days, mean, t, isRiskless: mean > 0 && t > 3 * (1 + 4.5 / (days - 1)) };
}
