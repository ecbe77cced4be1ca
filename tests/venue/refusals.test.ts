import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { expect, test } from "vitest";
import { unlistedRefusals } from "../../scripts/check-refusals.ts";

/** The file as it would be with a refusal thrown after the first place where `at` stands. */
function planted(file: string, at: string, code: string): Record<string, string> {
  const source = readFileSync(file, "utf8");
  expect(source).toContain(at);
  const refusals = relative(dirname(file), "venue/store/refusal.ts");
  const imports = `import * as planted from "#protocol/wire/error-codes.ts";
import { Refusal as Planted } from "${refusals.startsWith(".") ? refusals : `./${refusals}`}";
`;
  const breach = ` if (globalThis) throw new Planted(${code});`;
  return { [file]: imports + source.replace(at, () => at + breach) };
}

test("every handler refuses only with codes that its row lists, and one that does not is found wherever it is made", () => {
  const problems = unlistedRefusals({
    // In a handler.
    ...planted(
      "venue/platform/handlers.ts",
      "view({ request: { keys } }) {",
      "planted.cardAlreadyBound",
    ),
    // Below the handlers, in a function that several words call.
    ...planted("venue/ledger/holds.ts", "...posting } = movement;", "planted.emailTaken"),
    // In a method of an object that the handlers were given.
    ...planted(
      "venue/session/password/password-hasher.ts",
      'hash: string | undefined, from = ""): Promise<boolean> {',
      "planted.oddsMissing",
    ),
    // In one of two implementations of an interface.
    ...planted("venue/feed/htx/htx-source.ts", "async depth(symbol) {", "planted.phoneTaken"),
    // With a code of which the compiler knows only that it is a number.
    ...planted(
      "venue/upload/handlers.ts",
      "async pictureFile({ user, request: { id } }) {",
      "Number(id)",
    ),
  });
  const lines = problems.map((problem) => problem.replace(/(\.ts):\d+/, "$1"));
  const found = {
    "venue/platform/handlers.ts refuses with cardAlreadyBound, which its row does not list": [
      "view",
    ],
    "venue/ledger/holds.ts refuses with emailTaken, which its row does not list": [
      "coinPlaceOrder",
      "withdrawal",
    ],
    "venue/session/password/password-hasher.ts refuses with oddsMissing, which its row does not list":
      ["login"],
    "venue/feed/htx/htx-source.ts refuses with phoneTaken, which its row does not list": ["depth"],
    "venue/upload/handlers.ts refuses with a code of no literal type": ["pictureFile"],
  };
  for (const [plant, rows] of Object.entries(found))
    for (const row of rows) expect(lines).toContain(`${row}: ${plant}`);
  const isPlanted = (line: string) => Object.keys(found).some((plant) => line.endsWith(plant));
  expect(lines.filter((line) => !isPlanted(line))).toEqual([]);
});
