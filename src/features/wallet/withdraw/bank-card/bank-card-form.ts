import { cardDigits, isCardNumber } from "#protocol/api/card-number.ts";

export interface CardDraft {
  bank: string;
  holder: string;
  number: string;
  branch: string;
}

export type CardField = "bank" | "holder" | "number";
export type CardProblem =
  | "bank-missing"
  | "holder-missing"
  | "number-missing"
  | "number-characters"
  | "number-short"
  | "number-long"
  | "number-wrong";

const shortest = 12;
const longest = 19;

/** Problems that prevent saving a card, by field. */
export function cardProblems({
  bank,
  holder,
  number,
}: CardDraft): Partial<Record<CardField, CardProblem>> {
  const wrong = numberProblem(number);
  return {
    ...(bank.trim() === "" && { bank: "bank-missing" as const }),
    ...(holder.trim() === "" && { holder: "holder-missing" as const }),
    ...(wrong && { number: wrong }),
  };
}

/** Checks a card number, including its check digit. */
export function numberProblem(number: string): CardProblem | undefined {
  const digits = cardDigits(number);
  if (digits === "") return "number-missing";
  if (!/^\d+$/.test(digits)) return "number-characters";
  if (digits.length < shortest) return "number-short";
  if (digits.length > longest) return "number-long";
  return isCardNumber(digits) ? undefined : "number-wrong";
}

/** Whether a number has its usual length: then a problem is shown while it is typed. */
export function isWhole(number: string): boolean {
  return cardDigits(number).length >= 16;
}

/** Groups a card number by four digits. Other characters stay, so that the problem is shown. */
export function groupCard(text: string): string {
  const digits = cardDigits(text);
  return /^\d*$/.test(digits) ? digits.replaceAll(/(\d{4})(?=\d)/g, "$1 ") : text;
}
