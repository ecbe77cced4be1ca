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
