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
};

test("old and new are sent as typed", () => {
  expect(changePasswordProblems(good)).toEqual({});
  expect(changePasswordRequest({ ...good, old: " old " })).toEqual({
    old_password: " old ",
    password: "twelve nights ashore",
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
  expect(changePasswordProblems({ ...good, ...change })).toEqual(problems);
});

test("the old password in another case is another one", () => {
  expect(
    changePasswordProblems({ ...good, password: "Eleven days aloft", repeat: "Eleven days aloft" }),
  ).toEqual({});
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
