import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { openSecret, sealSecret } from "../../../venue/session/second-factor/sealed-secret.ts";
import {
  base32Of,
  totpCode,
  totpStep,
  totpUri,
  usableTotpStep,
} from "../../../venue/session/second-factor/totp.ts";
import { seededRandom } from "../../harness/venue/memory-venue.ts";

const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("RFC 6238, appendix B: %i s is %s", (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
  [secret.toString(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"],
])("RFC 4648, 10: base32 of %j is %s", (text, base32) => {
  expect(base32Of(Buffer.from(text))).toBe(base32);
});

test("a code is good for its step and one beside it, and once", () => {
  const now = 1_234_567_890_000;
  const step = totpStep(now);
  const tryOf = (of: number, lastStep = 0) =>
    usableTotpStep(secret, totpCode(secret, of), { now, lastStep });
  expect([-2, -1, 0, 1, 2].map((off) => tryOf(step + off))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ]);
  expect([
    tryOf(step, step),
    tryOf(step, step - 1),
    tryOf(step - 1, step),
    tryOf(step + 1, step),
  ]).toEqual([undefined, step, undefined, step + 1]);
  for (const code of ["", "00592", "0059244", " 05924", "005924\n", "00592４"])
    expect(usableTotpStep(secret, code, { now, lastStep: 0 })).toBeUndefined();
});

test("the link has the account as it is", () => {
  expect(totpUri({ issuer: "Godwit", account: "a&b@c.example", secret })).toBe(
    "otpauth://totp/Godwit:a%26b%40c.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Godwit&algorithm=SHA1&digits=6&period=30",
  );
});

test("a sealed secret opens for its owner with its key, and not otherwise", () => {
  const [key, other] = [7, 8].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [
    ReturnType<typeof createSecretKey>,
    ReturnType<typeof createSecretKey>,
  ];
  const sealed = sealSecret(key, secret, { owner: "operator:1", random: seededRandom("seal") });
  expect(Buffer.from(openSecret(key, sealed, "operator:1") ?? [])).toEqual(secret);
  expect(sealed).not.toContain(secret.toString("base64url"));
  const bytes = Buffer.from(sealed, "base64url");
  const changed = Buffer.from(bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte))).toString(
    "base64url",
  );
  expect([
    openSecret(other, sealed, "operator:1"),
    openSecret(key, sealed, "operator:2"),
    openSecret(key, changed, "operator:1"),
    openSecret(key, "", "operator:1"),
    openSecret(key, sealed.slice(0, 20), "operator:1"),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
