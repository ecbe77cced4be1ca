import { expect, test } from "vitest";
import {
  forgotProblems,
  forgotRefusal,
  forgotRequest,
  type ForgotDraft,
} from "../../../../src/features/session/forgot/forgot-form.ts";
import {
  isNotTheAccount,
  passwordRefusal,
  strengthOf,
} from "../../../../src/features/session/form/new-password.ts";

const good: ForgotDraft = {
  way: "email",
  email: " ann@example.com ",
  phone: "",
  phoneCode: "33",
  code: "012345",
  password: " eleven days ",
  repeat: " eleven days ",
};

test("a complete draft is sent as typed, but for the spaces around the account", () => {
  expect(forgotProblems(good)).toEqual({});
  expect(forgotRequest(good)).toEqual({
    account: "ann@example.com",
    logintype: "email",
    code: "012345",
    password: " eleven days ",
  });
  expect(forgotRequest({ ...good, way: "phone", phone: "06 12 34 56 78" })).toMatchObject({
    account: "+33612345678",
    logintype: "phone",
  });
});

test.each<[Partial<ForgotDraft>, object]>([
  [{ email: "" }, { account: "email-missing" }],
  [{ way: "phone", phone: "12" }, { account: "phone-malformed" }],
  [{ code: "" }, { code: "code-missing" }],
  [{ code: "12345" }, { code: "code-malformed" }],
  [
    { password: "", repeat: "" },
    { password: "password-missing", repeat: "repeat-missing" },
  ],
  [{ password: "short", repeat: "short" }, { password: "password-too-short" }],
  [{ password: "x".repeat(129), repeat: "x".repeat(129) }, { password: "password-too-long" }],
  [{ repeat: "eleven days" }, { repeat: "repeat-differs" }],
])("%o is reported as %o", (change, problems) => {
  expect(forgotProblems({ ...good, ...change })).toEqual(problems);
});

test("refusals find their field", () => {
  expect(
    [300004, 300005, 200004, 100006, 200002].map((status) => forgotRefusal(status, {})?.field),
  ).toEqual(["account", "code", "repeat", undefined, undefined]);
  expect(forgotRefusal(100005, { field: "account" })).toEqual({
    field: "account",
    problem: "phone-malformed",
  });
  expect(forgotRefusal(100005, { field: "password", problem: "common" })).toEqual({
    field: "password",
    problem: "password-common",
  });
  expect(forgotRefusal(100005, {})).toBeUndefined();
});

test("the venue's word about a password is understood, and what it does not say is the common case", () => {
  expect(
    ["common", "account", "withdrawal", "other"].map((problem) =>
      passwordRefusal({ field: "password", problem }),
    ),
  ).toEqual([
    "password-common",
    "password-is-account",
    "password-is-withdrawal",
    "password-common",
  ]);
  expect([null, "password", {}, { field: "code" }].map(passwordRefusal)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("strength is a matter of length alone", () => {
  expect([0, 7, 8, 14, 15, 19, 20, 128].map((length) => strengthOf("a".repeat(length)))).toEqual([
    "none",
    "too-short",
    "short",
    "short",
    "good",
    "good",
    "strong",
    "strong",
  ]);
});

test("the account is no password for itself, in any case, with or without its host", () => {
  expect(
    ["Annabelle", "ANNABELLE@example.com", "seven of nine", ""].map((password) =>
      isNotTheAccount(password, "annabelle@example.com"),
    ),
  ).toEqual([false, false, true, false]);
});
