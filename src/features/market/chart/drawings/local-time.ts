/** A time as a field for date and time writes it, in the time zone of the device: 2026-11-25T03:40. */
export function toLocalText(timeSec: number): string {
  const at = new Date(timeSec * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of such a text, Unix s; null where it is none, or before 1970. */
export function fromLocalText(text: string): number | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(text)) return null;
  const timeSec = Math.floor(new Date(text).getTime() / 1000);
  return timeSec >= 0 ? timeSec : null;
}
