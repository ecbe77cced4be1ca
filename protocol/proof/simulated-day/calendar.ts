/** The market opens 2020-01-01 00:00 GMT+8; Unix s. Simulated days are GMT+8 days numbered from here. */
export const genesis = 1577808000;
export const daySeconds = 86400;
const gmt8Seconds = 8 * 3600;

export function dayOf(second: number): number {
  return Math.floor((second - genesis) / daySeconds);
}

export function dayStart(day: number): number {
  return genesis + day * daySeconds;
}

/** `YYYY-MM-DD` of a simulated day, GMT+8. */
export function dateOf(day: number): string {
  return new Date((dayStart(day) + gmt8Seconds) * 1000).toISOString().slice(0, 10);
}

/** The number of the day that is written so; undefined for what is no day since genesis. */
export function dayOfDate(date: string): number | undefined {
  const day = Math.round(
    (Date.parse(`${date}T00:00:00Z`) / 1000 - gmt8Seconds - genesis) / daySeconds,
  );
  return Number.isInteger(day) && day >= 0 && dateOf(day) === date ? day : undefined;
}
