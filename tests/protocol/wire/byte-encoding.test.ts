import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromBase64url, fromHex, toBase64url, toHex } from "#protocol/wire/byte-encoding.ts";

const someBytes = fc.uint8Array({ maxLength: 80 });

describe("hex", () => {
  test("is what Node writes, and read back", () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString("hex"));
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
    expect(fromHex("")).toEqual(new Uint8Array());
    expect(fromHex("000fa0ff")).toEqual(new Uint8Array([0, 15, 160, 255]));
  });

  test.each(["0", "0FF", "FF", "0g", "g0", "00g", "-1", "0x", " 00", "00 ", "00\n", "x00", "00x"])(
    "%j is none",
    (text) => expect(fromHex(text)).toBeUndefined(),
  );
});

describe("base64url", () => {
  test("is what Node writes, and read back", () => {
    fc.assert(
      fc.property(someBytes, (bytes) => {
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
        expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
      }),
    );
    expect(fromBase64url("")).toEqual(new Uint8Array());
    expect(fromBase64url("-_-_")).toEqual(new Uint8Array([251, 255, 191]));
  });

  // The last two have bits set that no byte needs.
  test.each(["A", "AAAAA", "+/+/", "AA==", "AA=", "AA ", " AA", "AA\n", "A.A", "AB", "AAB"])(
    "%j is none",
    (text) => expect(fromBase64url(text)).toBeUndefined(),
  );
});
