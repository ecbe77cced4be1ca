/** One meaning a word: words that the code no longer uses, with what is said instead. */
import { basename } from "node:path";
import { parseSync } from "vite";
import type { SourceFile } from "./source-files.ts";

/** Parts of names, and of file names: `keptDraft` has `kept`. */
export const retiredNames: Readonly<Record<string, string>> = {
  kept: "persisted, cached, or what it is",
  doubt: "unresolved",
  told: "reported",
  spoils: "invalidates",
  spoilt: "invalidated, damaged",
  doors: "deps",
  tired: "expired",
  patience: "timeout",
  lately: "recent market",
  anew: "again",
  stray: "orphaned",
  wish: "prefill, request, choice",
  wished: "prefilled, requested, chosen",
  standing: "account status, or what it is",
  collects: "favourites",
  claim: "lock",
  sentence: "message",
};

/** Words of comments that make somebody read twice. */
export const retiredInComments: Readonly<Record<string, string>> = {
  anew: "again",
  doubt: "unresolved",
  doors: "dependencies",
  ears: "screen readers",
  lately: "recently",
  spoils: "invalidates",
  spoilt: "damaged, invalid",
  stray: "orphaned",
  tired: "expired",
  told: "reported, shown",
  whoever: "the user, the caller, each one who",
  wish: "request, choice",
  wound: "advanced by hand",
};

/** Names that others have given (stored keys, the libraries), with the one file that uses each. */
const given: Readonly<Record<string, string>> = {
  clientsClaim: "sw/sw.ts",
  picture_claim: "venue/upload/rows.ts",
  told: "src/writes/persisted-attempts.ts",
};

interface Node {
  type: string;
  name?: string;
  [key: string]: unknown;
}

/** Where a file uses a retired word, a line each: in its name, in a name of its code, a comment or a test's title. */
export function retiredWords(file: SourceFile): string[] {
  const found = new Set<string>();
  for (const part of basename(file.path).toLowerCase().split(/[.-]/)) {
    if (Object.hasOwn(retiredNames, part)) found.add(`${file.path}: its name says ${part}`);
  }
  if (!/\.(tsx?|js)$/.test(file.path)) return [...found];
  const { program, comments } = parseSync(file.path, file.text);
  for (const name of namesIn(program as unknown as Node)) {
    if (given[name] === file.path) continue;
    for (const part of name.split(/(?=[A-Z])|_/)) {
      if (Object.hasOwn(retiredNames, part.toLowerCase())) found.add(`${file.path}: ${name}`);
    }
  }
  for (const { value } of comments) {
    for (const word of retiredIn(value)) found.add(`${file.path}: a comment says ${word}`);
  }
  if (/\.test\.tsx?$/.test(file.path)) {
    for (const title of titlesIn(program as unknown as Node)) {
      for (const word of retiredIn(title)) found.add(`${file.path}: a title says ${word}`);
    }
  }
  return [...found];
}

/** Where a message of the screens, as the source language's catalogue has them, uses a retired word. */
export function retiredMessages(catalogue: string): string[] {
  const messages = [...catalogue.matchAll(/^msgid "(.+)"$/gm)].map(([, message]) => message ?? "");
  return messages.flatMap((message) =>
    retiredIn(message.replaceAll(/\{\w+/g, "")).map((word) => `${word}: ${message}`),
  );
}

function retiredIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.filter((word) => Object.hasOwn(retiredInComments, word));
}

/** The titles of `test`, `describe` and their `.each`. */
function titlesIn(program: Node): string[] {
  const titles: string[] = [];
  for (const node of nodesIn(program)) {
    if (node.type !== "CallExpression" || !isTestCall(node["callee"])) continue;
    const [first] = node["arguments"] as readonly Node[];
    const { value } = { ...first };
    if (typeof value === "string") titles.push(value);
  }
  return titles;
}

function isTestCall(callee: unknown): boolean {
  const node = callee as Node;
  if (node.type === "CallExpression") return isTestCall(node["callee"]);
  if (node.type === "MemberExpression") return isTestCall(node["object"]);
  return node.type === "Identifier" && /^(test|it|describe)$/.test(node.name ?? "");
}

function namesIn(program: Node): Set<string> {
  const names = new Set<string>();
  for (const { type, name } of nodesIn(program)) {
    if (/^(JSX)?Identifier$/.test(type) && name !== undefined) names.add(name);
  }
  return names;
}

function* nodesIn(program: Node): Generator<Node> {
  const waiting: unknown[] = [program];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) yield next as Node;
    waiting.push(...(Array.isArray(next) ? next : Object.values(next)));
  }
}
