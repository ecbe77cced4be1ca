/** Time left in hours, minutes and seconds, rounded up: 07:59:03. Never below zero. */
export function fullCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(":");
}

/** Time left in as few figures as it needs, rounded down: 04:59, 1:04:59 or 3d 04h. Empty at zero and below. */
export function shortCountdown(leftMs: number): string {
  if (!(leftMs > 0)) return "";
  const total = Math.floor(leftMs / 1000);
  const days = Math.floor(total / 86_400);
  const hours = Math.floor(total / 3600) % 24;
  const minutes = twoDigits(Math.floor(total / 60) % 60);
  const seconds = twoDigits(total % 60);
  if (days > 0) return `${days}d ${twoDigits(hours)}h`;
  return hours > 0 ? `${hours}:${minutes}:${seconds}` : `${minutes}:${seconds}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
