import { expect, test } from "vitest";
import {
  changePasswordProblems,
  changePasswordRefusal,
  changePasswordRequest,
  type ChangePasswordDraft,
} from "../../../../src/features/account/security/change-password-form.ts";

const good: ChangePasswordDraft = {
  old: "eleven days aloft",
  password: "twelve nights ashore",
  repeat: "twelve nights ashore",
  factor: "",
};

test("old and new are sent as typed", () => {
  expect(changePasswordProblems(good, false)).toEqual({});
  expect(changePasswordRequest({ ...good, old: " old " })).toEqual({
    old_password: " old ",
    password: "twelve nights ashore",
    totp: "",
  });
});

test.each<[Partial<ChangePasswordDraft>, object]>([
  [{ old: "" }, { old: "old-missing" }],
  [{ password: good.old, repeat: good.old }, { password: "same-as-old" }],
  [{ password: "short", repeat: "short" }, { password: "password-too-short" }],
  [{ repeat: "twelve nights" }, { repeat: "repeat-differs" }],
  [
    { old: "", password: "", repeat: "" },
    { old: "old-missing", password: "password-missing", repeat: "repeat-missing" },
  ],
])("%o is reported as %o", (change, problems) => {
  expect(changePasswordProblems({ ...good, ...change }, false)).toEqual(problems);
});

test("the old password in another case is another one", () => {
  expect(
    changePasswordProblems(
      { ...good, password: "Eleven days aloft", repeat: "Eleven days aloft" },
      false,
    ),
  ).toEqual({});
});

test("a code of the second factor is wanted where the account has one, and refused beside its field", () => {
  expect(changePasswordProblems(good, true)).toEqual({ factor: "factor-missing" });
  expect(changePasswordProblems({ ...good, factor: "123456" }, true)).toEqual({});
  expect(changePasswordRequest({ ...good, factor: "123456" })).toMatchObject({ totp: "123456" });
  expect(changePasswordRefusal(300005, { factor: "totp" })).toEqual({
    field: "factor",
    problem: "factor-wrong",
  });
});

test("refusals find their field", () => {
  expect(changePasswordRefusal(300016, {})).toEqual({ field: "old" });
  expect(changePasswordRefusal(200004, {})).toEqual({ field: "password", problem: "same-as-old" });
  expect(changePasswordRefusal(100005, { field: "password", problem: "withdrawal" })).toEqual({
    field: "password",
    problem: "password-is-withdrawal",
  });
  expect([200002, 402, 100006, 100001].map((status) => changePasswordRefusal(status, {}))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
