import { expect, test } from "vitest";
import {
  accountOf,
  accountProblem,
  type AccountDraft,
} from "../../../../src/features/session/form/account-input.ts";
import {
  loginProblems,
  loginRefusalPlace,
  loginRequest,
  needsReset,
  waitSeconds,
} from "../../../../src/features/session/form/login-draft.ts";
import {
  passwordAdvice,
  registerProblems,
  registerRefusal,
  registerRequest,
  type RegisterDraft,
} from "../../../../src/features/session/form/register-form.ts";

const email = (text: string): AccountDraft => ({
  way: "email",
  email: text,
  phone: "",
  phoneCode: "33",
});
const phone = (text: string, phoneCode = "33"): AccountDraft => ({
  way: "phone",
  email: "",
  phone: text,
  phoneCode,
});

test.each([
  [email("  ann@example.com "), "ann@example.com"],
  [phone("06 12 34 56 78"), "+33612345678"],
  [phone("(202) 555-0142", "1"), "+12025550142"],
  [phone("+44 7911 123456"), "+447911123456"],
  [phone("0044 7911 123456"), "+447911123456"],
  [phone("06 1234 5678", "39"), "+390612345678"],
])("%o is the account %s", (draft, account) => {
  expect(accountOf(draft)).toBe(account);
  expect(accountProblem(draft)).toBeUndefined();
});

test("what is no account is refused by its kind", () => {
  expect([email(""), email("ann@"), phone(""), phone("12")].map(accountProblem)).toEqual([
    "email-missing",
    "email-malformed",
    "phone-missing",
    "phone-malformed",
  ]);
});

test("a national number without a country is not taken for one of another country", () => {
  expect([
    accountOf(phone("(202) 555-0142", "")),
    accountProblem(phone("(202) 555-0142", "")),
  ]).toEqual(["2025550142", "phone-malformed"]);
  expect(accountProblem(phone("+1 202 555 0142", ""))).toBeUndefined();
});

test("a login needs an account and a password, which is sent as typed", () => {
  expect(loginProblems({ ...email(""), password: "" })).toEqual({
    account: "email-missing",
    password: "password-missing",
  });
  const draft = { ...email("ann@example.com"), password: " spaces stay " };
  expect(loginProblems(draft)).toEqual({});
  expect(loginRequest(draft)).toEqual({
    account: "ann@example.com",
    logintype: "email",
    loginway: "password",
    verifykey: " spaces stay ",
  });
});

test("refusals find their field", () => {
  expect([200001, 200002, 200007, 300001, 100001].map(loginRefusalPlace)).toEqual([
    "password",
    "form",
    "form",
    "form",
    undefined,
  ]);
  expect(
    [300002, 300024, 300023, 300004, 300003, 300005, 200004, 100006, 100005].map(
      (status) => registerRefusal(status, {})?.field,
    ),
  ).toEqual([
    "account",
    "account",
    "account",
    "account",
    "invite",
    "code",
    "repeat",
    undefined,
    undefined,
  ]);
  expect(registerRefusal(100005, { field: "password", problem: "common" })).toEqual({
    field: "password",
    problem: "password-common",
  });
  expect(registerRefusal(100005, { field: "password", problem: "account" })).toEqual({
    field: "password",
    problem: "password-is-account",
  });
  expect(registerRefusal(100005, { field: "account" })).toEqual({
    field: "account",
    problem: "phone-malformed",
  });
});

test("the wait of a 200002 is whole seconds, or none", () => {
  expect([{ wait: 29.2 }, { wait: -1 }, { wait: "9" }, null, {}].map(waitSeconds)).toEqual([
    30, 0, 0, 0, 0,
  ]);
});

const good: RegisterDraft = {
  ...email("ann@example.com"),
  code: "",
  password: "correct horse",
  repeat: "correct horse",
  invite: "",
  agreed: true,
};
const open = { codeRequired: false, inviteRequired: false, m: "" };

test("code and invitation may stay empty where the platform says so, and not elsewhere", () => {
  expect(registerProblems(good, open)).toEqual({});
  expect(registerProblems(good, { ...open, codeRequired: true, inviteRequired: true })).toEqual({
    code: "code-missing",
    invite: "invite-missing",
  });
});

test.each<[Partial<RegisterDraft>, object]>([
  [{ code: "12345" }, { code: "code-malformed" }],
  [{ password: "short", repeat: "short" }, { password: "password-too-short" }],
  [{ repeat: "other" }, { repeat: "repeat-differs" }],
  [{ repeat: "" }, { repeat: "repeat-missing" }],
  [{ invite: "a b" }, { invite: "invite-malformed" }],
  [{ agreed: false }, { agreed: "not-agreed" }],
  [{ password: "x".repeat(129), repeat: "x".repeat(129) }, { password: "password-too-long" }],
])("%o is reported beside its field", (change, problems) => {
  expect(registerProblems({ ...good, ...change }, open)).toEqual(problems);
});

test("the request carries invitation and entry mark along, and the password untouched", () => {
  expect(
    registerRequest(
      { ...good, invite: " GODWIT7 ", code: "123456", password: " p ässword " },
      { ...open, m: "m1" },
    ),
  ).toEqual({
    account: "ann@example.com",
    logintype: "email",
    password: " p ässword ",
    code: "123456",
    invite_code: "GODWIT7",
    m: "m1",
  });
});

test("without any of those a registration is exactly what the specification names", () => {
  const account = { account: "ann@example.com", logintype: "email", password: "correct horse" };
  expect(registerRequest(good, open)).toEqual(account);
  expect(registerRequest({ ...good, ...phone("06 12 34 56 78") }, open)).toEqual({
    ...account,
    account: "+33612345678",
    logintype: "phone",
  });
});

test("a login by phone carries the country code", () => {
  expect(loginRequest({ ...phone("(202) 555-0142", "1"), password: "x" })).toEqual({
    account: "+12025550142",
    logintype: "phone",
    loginway: "password",
    verifykey: "x",
  });
});

test("a refusal that no waiting helps is distinguished", () => {
  expect(
    [{ reset_required: 1 }, { reset_required: 0 }, { reset_required: "1" }, { wait: 5 }, null].map(
      needsReset,
    ),
  ).toEqual([true, false, false, false, false]);
});

test("advice: long enough, and not the account's own name", () => {
  expect(passwordAdvice({ ...email("annabelle@example.com"), password: "Annabelle" })).toEqual({
    longEnough: true,
    notTheAccount: false,
  });
  expect(passwordAdvice({ ...email("annabelle@example.com"), password: "" })).toEqual({
    longEnough: false,
    notTheAccount: false,
  });
  expect(passwordAdvice({ ...email("annabelle@example.com"), password: "seven of nine" })).toEqual({
    longEnough: true,
    notTheAccount: true,
  });
});
