const daySec = 24 * 3600;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Label of the time axis: as much of the moment as its neighbours leave open. */
export function formatTick(timeSec: number, spacingSec: number, locale: string): string {
  const at = new Date(timeSec * 1000);
  if (spacingSec >= 360 * daySec) return format(locale, { year: "numeric" }).format(at);
  if (spacingSec >= 27 * daySec)
    return format(locale, at.getMonth() === 0 ? { year: "numeric" } : { month: "short" }).format(
      at,
    );
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  if (spacingSec >= daySec || midnight)
    return format(locale, { month: "short", day: "numeric" }).format(at);
  return format(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** When a candle began. Buckets of a day and longer belong to a date of the market, which counts days in GMT+8. */
export function formatCandleTime(timeSec: number, stepSec: number, locale: string): string {
  if (stepSec >= daySec)
    return format(locale, {
      year: "numeric",
      month: "short",
      day: "numeric",
      timeZone: "Asia/Shanghai",
    }).format(timeSec * 1000);
  return format(locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(timeSec * 1000);
}

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}
