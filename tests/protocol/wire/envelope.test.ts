import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeText, encodesBody, encodeText, isEnvelope } from "#protocol/wire/envelope.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe("the encoded envelope", () => {
  test("any JSON travels there and back", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const encoded = encodeText(json, random);
        expect(encoded).toMatch(/^[0-9a-f]{7}[A-Za-z0-9+/]+={0,2}$/);
        expect(decodeText(encoded)).toBe(json);
      }),
      { numRuns: 500 },
    );
  });

  test("any text of any script travels there and back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(decodeText(encodeText(JSON.stringify({ text }), random))).toBe(
          JSON.stringify({ text }),
        );
      }),
    );
  });

  test("the prefix is the first 7 hex characters of 4 random bytes", () => {
    expect(encodeText("{}", () => new Uint8Array([0xab, 0xcd, 0xef, 0x12]))).toBe("abcdef1e30=");
  });

  test("whatever is not exactly that form is refused", () => {
    const good = encodeText('{"amount":"1"}', random);
    const damaged = [
      "",
      "abc",
      good.slice(1),
      ` ${good}`,
      `${good} `,
      `${good}=`,
      good.replace(/=+$/, ""),
      good.toUpperCase(),
      `ABCDEF0${good.slice(7)}`,
      `gggggg0${good.slice(7)}`,
      `${good.slice(0, 9)}\n${good.slice(9)}`,
      `${good.slice(0, 7)}e-_=`,
      "abcdef1e31=",
      "abcdef1/w==",
      `${good.slice(0, 7)}gICA`,
    ];
    expect(damaged.filter((text) => decodeText(text) !== undefined)).toEqual([]);
  });

  test("a flipped character never decodes to the same text", () => {
    const json = '{"amount":"12.5","symbol":"btcusdt"}';
    const encoded = encodeText(json, random);
    fc.assert(
      fc.property(
        fc.integer({ min: 7, max: encoded.length - 1 }),
        fc.constantFrom(...Array.from("ABCxyz019+/=-_ ")),
        (at, character) => {
          fc.pre(encoded[at] !== character);
          expect(decodeText(encoded.slice(0, at) + character + encoded.slice(at + 1))).not.toBe(
            json,
          );
        },
      ),
    );
  });
});

test("an envelope has a whole number as status", () => {
  expect(isEnvelope({ status: 0, msg: "ok", data: null })).toBe(true);
  expect(
    [null, [], "x", {}, { status: "0" }, { status: 0.5 }, { status: Number.NaN }].filter(
      isEnvelope,
    ),
  ).toEqual([]);
});

test("every body may be encoded but the picture upload's", () => {
  expect(
    ["/api/auth/login", "/api/picture/file", "/api/picture/files/1", "/api/picture/files"].map(
      encodesBody,
    ),
  ).toEqual([true, true, true, false]);
});
