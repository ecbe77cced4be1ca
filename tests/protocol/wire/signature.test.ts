import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  makeNonce,
  readSignedHeaders,
  revocationToken,
  signRequest,
  signRevocation,
  signatureOf,
  withinWindow,
} from "#protocol/wire/signature.ts";

const nonce = fc.stringMatching(/^[0-9a-f]{7}$/);
const id = fc.stringMatching(/^\d{1,19}$/);
const token = fc.string({ minLength: 1, maxLength: 60 });

describe("signature v1", () => {
  test("is the uppercase MD5 of nonce, timestamp, user id and token, by an independent MD5", () => {
    fc.assert(
      fc.property(
        nonce,
        fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
        id,
        token,
        (n, ts, user, secret) => {
          const expected = createHash("md5")
            .update(`${n}${ts}${user}${secret}`, "utf8")
            .digest("hex")
            .toUpperCase();
          expect(signatureOf(n, String(ts), user, secret)).toBe(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what is signed is read back", () => {
    fc.assert(
      fc.property(
        nonce,
        fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
        id,
        token,
        (n, ts, user, secret) => {
          const signed = signRequest({ id: user, token: secret }, n, ts);
          expect(readSignedHeaders((name) => signed[name as keyof typeof signed])).toEqual(signed);
        },
      ),
    );
  });

  test("the end of a session is signed with another text than its calls", () => {
    const session = { id: "7", token: "t" };
    const signed = signRevocation(session, "0123abc", 1_700_000_000);
    expect(signed).toEqual({
      nonce: "0123abc",
      timestamp: "1700000000",
      userid: "7",
      sign: signatureOf("0123abc", "1700000000", "7", "revoke:t"),
    });
    expect(signed).not.toEqual(signRequest(session, "0123abc", 1_700_000_000));
    expect(revocationToken("t")).toBe("revoke:t");
  });

  test("a nonce is the first 7 hex characters of 8 random bytes", () => {
    let asked = 0;
    const made = makeNonce((length) => {
      asked = length;
      return new Uint8Array([1, 0x2a, 0xff, 0x0b, 5, 6, 7, 8]);
    });
    expect([made, asked]).toEqual(["012aff0", 8]);
  });

  test("headers that are missing or of another form are refused", () => {
    const good: Record<string, string> = {
      ...signRequest({ id: "7", token: "t" }, "0123abc", 1_700_000_000),
    };
    const wrong: Record<string, string>[] = [
      { nonce: "0123ABC" },
      { nonce: "0123abcd" },
      { nonce: "" },
      { timestamp: "170000000" },
      { timestamp: "1700000000.5" },
      { userid: "-7" },
      { userid: "" },
      { userid: "7 " },
      { sign: good["sign"]?.toLowerCase() ?? "" },
      { sign: "" },
    ];
    expect(readSignedHeaders((name) => good[name])).toBeDefined();
    expect(
      wrong
        .map((change) => readSignedHeaders((name) => ({ ...good, ...change })[name]))
        .filter(Boolean),
    ).toEqual([]);
  });

  test("the window is 60 s behind and 30 s ahead, edges included", () => {
    const at = (offset: number) => withinWindow(1_700_000_000 + offset, 1_700_000_000);
    expect([-61, -60, 0, 30, 31].map(at)).toEqual([false, true, true, true, false]);
  });
});
