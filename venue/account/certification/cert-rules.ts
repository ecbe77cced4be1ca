/** What a certification asks for, and how its texts are normalised: pure. */
import { deceiving } from "#protocol/api/endpoint.ts";

/** The fields of a certification, in the order the app asks for them. */
export const certFields = ["name", "id_number", "front", "back"] as const;
export type CertField = (typeof certFields)[number];
export type CertReasons = Partial<Record<CertField, string>>;

export function isCertField(name: string): name is CertField {
  return (certFields as readonly string[]).includes(name);
}

/** A name as it is stored, with every run of whitespace as one space. Undefined where it is no name: a name has a letter and no hidden characters. */
export function plainName(name: string): string | undefined {
  const plain = name.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
  const isName =
    /\p{L}/u.test(plain) &&
    !/[\p{N}<>{}[\]|\\^~`@#$%*=+_";:?!/]/u.test(plain) &&
    plain.search(deceiving) < 0 &&
    plain.isWellFormed();
  return isName ? plain : undefined;
}

/** An identity number as it is compared: letters and digits alone, in capitals. Undefined where it is none. */
export function plainNumber(number: string): string | undefined {
  if (!/^[\p{L}\p{N} ./-]+$/u.test(number)) return undefined;
  const plain = number
    .normalize("NFKC")
    .replaceAll(/[ ./-]/g, "")
    .toUpperCase();
  return plain.length >= 4 && /\p{N}/u.test(plain) ? plain : undefined;
}

/** The first letter of each part: `A** L**`. The lengths of the parts are not shown. */
export function maskedName(name: string): string {
  return name
    .split(" ")
    .map((part) => `${Array.from(part)[0] ?? ""}**`)
    .join(" ");
}

/** The ends of a long number, the last character of a short one. */
export function maskedNumber(plain: string): string {
  const characters = Array.from(plain);
  const shown = characters.length >= 8 ? 2 : 0;
  return `${characters.slice(0, shown).join("")}****${characters.slice(-Math.max(1, shown)).join("")}`;
}
