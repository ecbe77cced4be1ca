import { cardNumberPattern } from "./bank-card.ts";

/** The digits of a card number as people type it, in groups or not. */
export function cardDigits(text: string): string {
  return text.replaceAll(/[ -]/g, "");
}

/** Whether digits are a card's: 12 to 19 of them, the last one the check digit of the others (Luhn, ISO/IEC 7812-1). */
export function isCardNumber(digits: string): boolean {
  if (!cardNumberPattern.test(digits) || /^0+$/.test(digits)) return false;
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
