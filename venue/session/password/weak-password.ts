import { passwordLength } from "#protocol/api/session.ts";
import { dictionary } from "@zxcvbn-ts/language-common";

/** Common ones that the dictionary has not: of years, of this trade, and of other keyboards and languages. */
const more = `
zaq1zaq1 password1! p@ssword pa$$word admin1234 admin12345 administrator1 root1234 changeme123 test12345 guest1234 user1234
login123 aa12345678 woaini1314 woaini520 5201314520 wang1234 19901990 20002000 rockyou1 eminem123 lovely123 cheese123 flower123
hottie12 summer123 summer2023 summer2024 winter123 winter2024 spring2024 bitcoin1 bitcoin123 ethereum crypto123 satoshi1
hodl1234 tothemoon trading1 trading123 wallet123
`;

/**
 * What is refused as a password because everyone tries it first: those of leaked lists that are long enough to be one
 * here, nearly 18,000.
 */
const common = new Set([
  ...dictionary["passwords-common"].filter((word) => word.length >= passwordLength.min),
  ...more.trim().split(/\s+/),
]);

const ownWords = /^(godwit|papertrad|trader|exchange)[a-z]*[\d!@#$%^&*._-]*$/;
const rows = [
  "01234567890",
  "09876543210",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
];

/** Why a password is refused, or `undefined` where it is not. */
export function weaknessOf(password: string, account: string): "common" | "account" | undefined {
  const plain = password.toLowerCase();
  const name = account.toLowerCase();
  if (plain === name || plain === name.split("@")[0]) return "account";
  const isCommon =
    common.has(plain) ||
    ownWords.test(plain) ||
    /^(.{1,3})\1+$/.test(plain) ||
    rows.some((row) => row.includes(plain));
  return isCommon ? "common" : undefined;
}

const straight = ["01234567890123456789", "98765432109876543210"];

/** Why digits are refused as a withdrawal password: a run, one to three digits repeated, or part of the account. */
export function pinWeaknessOf(pin: string, account: string): "common" | "account" | undefined {
  if (/^(.{1,3})\1+$/.test(pin) || straight.some((run) => run.includes(pin))) return "common";
  return account.includes(pin) ? "account" : undefined;
}
