import { expect, test } from "vitest";
import * as codes from "#protocol/wire/error-codes.ts";
import { WrongSetting } from "../../venue/settings/wrong-setting.ts";
import { startFault } from "../../venue/start-fault.ts";
import { Refusal } from "../../venue/store/refusal.ts";

const sqlite = (errcode: number) => Object.assign(new Error("database"), { errcode });

test.each([
  [new WrongSetting("PORT must be a port."), /^PORT must be a port\.$/],
  [new Refusal(codes.busy), /less than 200 MB are free/],
  [sqlite(8 | (1 << 8)), /cannot be written: give it to the user/],
  [sqlite(10), /^The disk under DATA_DIR fails/],
  [sqlite(11), /is damaged: restore a backup/],
  [sqlite(13), /^The disk under DATA_DIR is full/],
  [
    Object.assign(new Error("x"), { code: "ENOSPC", syscall: "write" }),
    /^The disk under DATA_DIR is full/,
  ],
  [
    Object.assign(new Error("invalid page in block 3"), { code: "XX001" }),
    /^The database at DATABASE_URL is damaged \(invalid page in block 3\): restore a backup/,
  ],
  [Object.assign(new Error("x"), { code: "EADDRINUSE", syscall: "listen" }), /^Its port is in use/],
])("%s has a sentence, also where it is the cause of another", (error, words) => {
  expect(startFault(error)).toMatch(words);
  expect(startFault(new Error("later", { cause: error }))).toMatch(words);
});

test("a fault of the venue's own has none", () => {
  expect(startFault(new TypeError("undefined is not a function"))).toBeUndefined();
  expect(startFault("text")).toBeUndefined();
});
