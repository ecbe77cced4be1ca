import { describe, expect, test } from "vitest";
import {
  commandNames,
  commandOf,
  mayBeKey,
  parseKeyMap,
  withKey,
} from "../../../../src/shell/keys/key-map.ts";

const usual = parseKeyMap(null);

describe("keys", () => {
  test("each command has one of its own", () => {
    expect(new Set(Object.values(usual.keys)).size).toBe(commandNames.length);
    for (const name of commandNames) expect(commandOf(usual, usual.keys[name])).toBe(name);
  });

  test("capital letters count as small ones, and others do nothing", () => {
    expect(commandOf(usual, "B")).toBe("buy");
    expect(commandOf(usual, "q")).toBeUndefined();
  });

  test("one that is given to another command is exchanged, so that none is lost", () => {
    const changed = withKey(usual, "buy", "S");
    expect([changed.keys.buy, changed.keys.sell]).toEqual(["s", "b"]);
    expect(new Set(Object.values(changed.keys)).size).toBe(commandNames.length);
  });

  test("switched off they do nothing", () => {
    expect(commandOf({ ...usual, isOff: true }, "b")).toBeUndefined();
  });

  test.each(["{", "[]", "null", '{"keys":{"buy":"too long"}}', '{"keys":5}'])(
    "that cannot be read are as they came: %s",
    (text) => {
      expect(parseKeyMap(text)).toEqual(usual);
    },
  );

  test("are single signs; digits choose the period", () => {
    expect(["x", "?", "é", "7", " ", "Enter"].map(mayBeKey)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
