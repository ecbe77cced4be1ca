const shades = 8;

/** The letters on a currency's disc of so many px. */
export function discLetters(code: string, size: number): string {
  return code.slice(0, size < 28 ? 1 : code.length > 3 ? 2 : 3).toUpperCase();
}

/** Which of the shades a currency's disc has. */
export function discShade(code: string): number {
  let sum = 0;
  for (const letter of code.toUpperCase()) sum = (sum * 52 + (letter.codePointAt(0) ?? 0)) % 1021;
  return sum % shades;
}
