/**
 * Moves a plain decimal to the next multiple of `tick` up or down, exactly, never below zero.
 * A value between two multiples lands on the nearer one in that direction.
 */
export function stepDecimal(plain: string, tick: string, direction: 1 | -1): string {
  const scale = Math.max(decimalsOf(plain), decimalsOf(tick));
  const value = toUnits(plain, scale);
  const step = toUnits(tick, scale);
  if (step <= 0n) return plain;
  const below = value / step;
  const onGrid = below * step === value;
  const multiple = direction === 1 ? below + 1n : onGrid ? below - 1n : below;
  const next = multiple < 0n ? 0n : multiple * step;
  return toPlain(next, scale, decimalsOf(tick));
}

function decimalsOf(plain: string): number {
  const point = plain.indexOf(".");
  return point < 0 ? 0 : plain.length - point - 1;
}

function toUnits(plain: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = plain.split(".");
  return BigInt((whole || "0") + fraction.padEnd(scale, "0"));
}

function toPlain(units: bigint, scale: number, shown: number): string {
  if (scale === 0) return units.toString();
  const digits = units.toString().padStart(scale + 1, "0");
  const fraction = digits.slice(-scale).slice(0, shown);
  const whole = digits.slice(0, -scale);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
