import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { noticeText } from "../../../../src/features/account/notices/notices-messages.ts";
import {
  proofProblems,
  proofRefusal,
} from "../../../../src/features/account/security/identity-proof-form.ts";
import {
  grouped,
  loginText,
  recoveryFile,
} from "../../../../src/features/account/security/security-messages.ts";
import { accountDraftOf, accountOf } from "../../../../src/features/session/form/account-input.ts";
import { loginRequest } from "../../../../src/features/session/form/login-draft.ts";

const i18n = setupI18n({ locale: "en-US", messages: { "en-US": {} } });

test("each outcome of a login has its own words, and one unknown keeps its number", () => {
  const outcomes = ["ok", "200001", "200002", "200007", "300005"];
  expect(new Set(outcomes.map((outcome) => i18n._(loginText(outcome).text))).size).toBe(
    outcomes.length,
  );
  expect(outcomes.map((outcome) => loginText(outcome).tone)).toEqual([
    "success",
    "warning",
    "warning",
    "warning",
    "warning",
  ]);
  expect(i18n._(loginText("100006").text)).toContain("100006");
});

test("a secret is shown in fours, and its file says whose codes these are", async () => {
  expect(grouped("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  const file = recoveryFile(["AAAA-BBBB", "CCCC-DDDD"], {
    place: "godwit.example",
    account: "ann@example.com",
    explanation: "Each once.",
  });
  expect(await file.text()).toBe(
    "godwit.example · ann@example.com\nEach once.\n\nAAAA-BBBB\nCCCC-DDDD\n",
  );
  expect([file.name, file.type]).toEqual(["godwit-recovery-codes.txt", "text/plain"]);
});

test("a proof asks for what its act takes and no more", () => {
  const draft = { password: "x", code: "" };
  expect(proofProblems(draft, undefined)).toEqual({});
  expect(proofProblems({ ...draft, password: "" }, undefined)).toEqual({
    password: "password-missing",
  });
  expect(proofProblems(draft, "sent")).toEqual({ code: "code-missing" });
  expect(proofProblems({ ...draft, code: "12345x" }, "sent")).toEqual({ code: "code-malformed" });
  expect(proofProblems({ ...draft, code: " 12 " }, "factor")).toEqual({ code: "code-missing" });
  for (const code of ["123456", "123 456", "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"])
    expect(proofProblems({ ...draft, code }, "factor")).toEqual({});
  expect([200001, 300005, 200002, 402, 100006].map(proofRefusal)).toEqual([
    "password",
    "code",
    undefined,
    undefined,
    undefined,
  ]);
});

test("an account that is known is asked for as it was written", () => {
  for (const account of ["ann@example.com", "+33612345678"])
    expect(accountOf(accountDraftOf(account))).toBe(account);
});

test("a second factor is sent only once it was asked for, and asked for only by what says so", () => {
  const draft = { ...accountDraftOf("ann@example.com"), password: "x" };
  expect(loginRequest(draft)).not.toHaveProperty("totp");
  expect(loginRequest({ ...draft, factor: "" })).not.toHaveProperty("totp");
  expect(loginRequest({ ...draft, factor: "123456" })).toMatchObject({ totp: "123456" });
  expect([
    wantsFactor(300005, { factor: "totp" }),
    wantsFactor(300005, null),
    wantsFactor(300005, { factor: 1 }),
    wantsFactor(200001, { factor: "totp" }),
    wantsFactor(null, undefined),
  ]).toEqual([true, false, false, false, false]);
});

test("notices tell apart who froze the account, and what became of the second factor", () => {
  const say = (kind: string, facts: Record<string, string | number>) =>
    noticeText({ kind, title: "t", content: "c", facts }, i18n).title;
  const titles = [
    say("account_status", { status: 1 }),
    say("account_status", { status: 1, by: "owner" }),
    say("account_status", { status: 0 }),
    say("account_status", { status: 0, by: "owner" }),
    say("second_factor", { event: "on" }),
    say("second_factor", { event: "off" }),
    say("second_factor", { event: "recovery", left: 9 }),
    say("sessions_ended", { ended: 2 }),
  ];
  expect(new Set(titles).size).toBe(titles.length);
});
