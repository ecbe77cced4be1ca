import { expect, test } from "vitest";
import { notPermitted, wrongCode } from "#protocol/wire/error-codes.ts";
import {
  factorWanted,
  passkeyWanted,
  wantsFactor,
  wantsPasskey,
} from "#protocol/wire/second-factor.ts";

test("a wrong code asks for a second factor where it says which", () => {
  expect(wantsFactor(wrongCode, factorWanted)).toBe(true);
  expect(wantsFactor(wrongCode, passkeyWanted)).toBe(true);
  expect(factorWanted).not.toEqual(passkeyWanted);
  for (const data of [undefined, null, {}, [], "totp", 1, { factor: "mail" }, { factor: null }])
    expect(wantsFactor(wrongCode, data), JSON.stringify(data)).toBe(false);
});

test("no other refusal does, and none at all", () => {
  for (const status of [notPermitted, 0, null])
    expect(wantsFactor(status, factorWanted), String(status)).toBe(false);
});

test("a passkey alone is the factor where the venue says so", () => {
  expect(wantsPasskey(passkeyWanted)).toBe(true);
  for (const data of [factorWanted, undefined, null, {}, "passkey"])
    expect(wantsPasskey(data), JSON.stringify(data)).toBe(false);
});
