/** A whole number of 10^-scale as a decimal string with `scale` decimals. */
export function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, "0");
  const sign = units < 0 ? "-" : "";
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
