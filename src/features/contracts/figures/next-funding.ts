/** The next funding from `now` on, Unix ms, also where the read is older than the last one. */
export function nextFunding(
  read: { funding_time: number; next_funding_time: number; interval_h: number },
  now: number,
): number {
  const next = [read.funding_time, read.next_funding_time].find((time) => time > now);
  if (next !== undefined) return next;
  const intervalMs = Math.max(1, read.interval_h) * 3600_000;
  return (
    read.next_funding_time + Math.ceil((now + 1 - read.next_funding_time) / intervalMs) * intervalMs
  );
}
