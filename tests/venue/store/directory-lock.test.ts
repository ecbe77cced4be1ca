import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockDirectory } from "../../../venue/store/directory-lock.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";

test("a directory that cannot be locked for another reason is not said to be in use", () => {
  const dataDir = temporaryDirectory();
  writeFileSync(join(dataDir, "lock.db"), "no database ".repeat(100));
  expect(() => lockDirectory(dataDir, () => undefined)).toThrow(/^file is not a database$/);
});
