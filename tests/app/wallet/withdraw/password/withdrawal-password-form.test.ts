import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { createStore } from "jotai";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { user as userSchema } from "#protocol/api/user.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { userInfoQuery } from "../../../../../src/features/session/session-queries.ts";
import { sessionAtom, userAtom } from "../../../../../src/features/session/session-atoms.ts";
import {
  type WithdrawalPasswordDraft,
  type WithdrawalPasswordMode,
  emptyDraft,
  isTrivial,
  stepOfFirstProblem,
  withdrawalPasswordProblems,
  withdrawalPasswordRefusal,
  withdrawalPasswordRequest,
  withdrawalPasswordSteps,
} from "../../../../../src/features/wallet/withdraw/password/withdrawal-password-form.ts";
import { markWithdrawalPasswordSet } from "../../../../../src/features/wallet/withdraw/password/withdrawal-password-write.ts";
import { getItem } from "../../../../../src/storage/database.ts";
import { digitsOf } from "../../../../../src/ui/fields/pin-field.tsx";

const good: WithdrawalPasswordDraft = {
  login: "eleven days aloft",
  code: "012345",
  old: "258014",
  password: "739105",
  repeat: "739105",
  factor: "",
};
const modes: WithdrawalPasswordMode[] = ["set", "change", "reset"];

test.each<[WithdrawalPasswordMode, object]>([
  ["set", { wpassword: "739105", password: "eleven days aloft" }],
  ["change", { wpassword: "739105", old_wpassword: "258014" }],
  ["reset", { wpassword: "739105", password: "eleven days aloft", code: "012345" }],
])("%s sends what it needs and nothing else, in the contract's form", (mode, request) => {
  expect(withdrawalPasswordProblems(good, mode, false)).toEqual({});
  expect(withdrawalPasswordRequest(good, mode)).toEqual({ ...request, totp: "" });
  expect(v.safeParse(walletEndpoints.setWpass.request, request).success).toBe(true);
});

test.each(modes)("%s asks for a code of the second factor at its first step", (mode) => {
  const problems = withdrawalPasswordProblems(good, mode, true);
  expect(problems).toEqual({ factor: "factor-missing" });
  expect(stepOfFirstProblem(problems, mode)).toBe(withdrawalPasswordSteps(mode)[0]);
  expect(withdrawalPasswordProblems({ ...good, factor: "123 456" }, mode, true)).toEqual({});
  expect(withdrawalPasswordRefusal(300005, { factor: "totp" })).toEqual({
    field: "factor",
    problem: "factor-wrong",
  });
});

test("an empty draft lacks exactly the fields of its mode, and begins at its first step", () => {
  expect(
    modes.map((mode) => Object.keys(withdrawalPasswordProblems(emptyDraft, mode, false))),
  ).toEqual([
    ["login", "password", "repeat"],
    ["old", "password", "repeat"],
    ["login", "code", "password", "repeat"],
  ]);
  expect(
    modes.map((mode) =>
      stepOfFirstProblem(withdrawalPasswordProblems(emptyDraft, mode, false), mode),
    ),
  ).toEqual(modes.map((mode) => withdrawalPasswordSteps(mode)[0]));
});

test.each<[WithdrawalPasswordMode, Partial<WithdrawalPasswordDraft>, object]>([
  ["set", { password: "73910", repeat: "73910" }, { password: "digits-malformed" }],
  ["set", { password: "7391052846173", repeat: "7391052846173" }, { password: "digits-malformed" }],
  [
    "set",
    { login: "73910528", password: "73910528", repeat: "73910528" },
    { password: "digits-are-login" },
  ],
  ["set", { password: "123456", repeat: "123456" }, { password: "digits-trivial" }],
  ["change", { password: "258014", repeat: "258014" }, { password: "digits-same-as-old" }],
  ["reset", { code: "12" }, { code: "code-malformed" }],
  ["reset", { repeat: "739106" }, { repeat: "digits-differ" }],
])("%s with %o has the problems %o", (mode, change, problems) => {
  expect(withdrawalPasswordProblems({ ...good, ...change }, mode, false)).toEqual(problems);
});

describe("digits that are easy to guess", () => {
  test.each([
    "000000",
    "121212",
    "123123",
    "123456",
    "7890123",
    "654321",
    "3210987",
    "111111111111",
  ])("%s", (digits) => expect(isTrivial(digits)).toBe(true));
  test.each(["739105", "112358", "135790", "122333"])("%s is none", (digits) =>
    expect(isTrivial(digits)).toBe(false),
  );

  test("any run and any repetition of up to three", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom(1, 9),
        fc.integer({ min: 6, max: 12 }),
        (from, by, length) =>
          isTrivial(Array.from({ length }, (_, at) => (from + at * by) % 10).join("")),
      ),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,3}$/), fc.integer({ min: 6, max: 12 }), (block, times) =>
        isTrivial(block.repeat(times)),
      ),
    );
  });
});

test("each refusal is about a field", () => {
  expect(
    [200001, 300022, 300005, 300017, 200002].map(
      (status) => withdrawalPasswordRefusal(status, {})?.field,
    ),
  ).toEqual(["login", "old", "code", undefined, undefined]);
  expect(
    ["common", "account", "same"].map(
      (problem) => withdrawalPasswordRefusal(100005, { field: "wpassword", problem })?.problem,
    ),
  ).toEqual(["digits-trivial", "digits-are-account", "digits-are-login"]);
  expect(withdrawalPasswordRefusal(200004, {})).toEqual({
    field: "password",
    problem: "digits-same-as-old",
  });
  expect(
    withdrawalPasswordRefusal(100005, { field: "password", problem: "missing" }),
  ).toBeUndefined();
});

test("pasted digits are accepted in groups, and any other text is rejected", () => {
  expect(["739 105", "739-105", "", "73a105", "٧٣٩"].map(digitsOf)).toEqual([
    "739105",
    "739105",
    "",
    undefined,
    undefined,
  ]);
});

test("a password that was set is marked in memory, on the device and in the cached answer", async () => {
  const store = createStore();
  const client = new QueryClient();
  const user = v.parse(userSchema, { id: "7", account: "ann@example.com", certstatus: 2 });
  store.set(sessionAtom, { id: "7", token: "t" });
  store.set(userAtom, user);
  client.setQueryData(userInfoQuery().queryKey, { player: user, certstatus: 2 });
  markWithdrawalPasswordSet(store, client);
  expect(store.get(userAtom)).toMatchObject({
    wpassword: "******",
    certstatus: 2,
    account: "ann@example.com",
  });
  expect(client.getQueryData(userInfoQuery().queryKey)?.player.wpassword).toBe("******");
  expect(await getItem("user:7")).toMatchObject({ wpassword: "******" });
});
