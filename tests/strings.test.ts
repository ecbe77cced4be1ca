/** Every visible text is marked for translation: all source files of the app are parsed, and unmarked texts are listed. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Words that are the same in every language, each with a reason. */
const sameEverywhere: Readonly<Record<string, string>> = {
  Godwit: "the app's name",
  " · Godwit": "the app's name, after a screen's title",
  USDT: "a currency's symbol",
  USD: "a currency's symbol",
  BTC: "a currency's symbol",
  MACD: "an indicator's name",
  "Cosmos Hub": "a network's name",
  "Ethereum Name Service": "a service's name",
  "The Sandbox": "a game's name",
  "Axie Infinity": "a game's name",
  "Bluesky Cardyb": "what a robot calls itself when it asks for a page",
  "Screaming Frog": "what a robot calls itself when it asks for a page",
  US: "a country's code, which names an entry of the locale configuration",
};

/** Attributes and properties whose text is shown or read out. */
const spoken =
  /^(aria-(label|description|valuetext|roledescription|placeholder)|label|[a-z]+Label|title|alt|placeholder|description|hint|problem|aside|suffix|prefix|legend|heading|caption|summary|detail|message|text|empty)$/;
/** A form answers the names of its problems; the screen has the texts. */
const codeProperty = "problem";
/** Properties of the document and of elements that put text on screen. */
const shownProperty = /^(title|textContent|innerText|nodeValue|placeholder|ariaLabel|alt)$/;
/** Functions whose text arguments are shown. */
const showingCall =
  /^(alert|confirm|prompt|fillText|strokeText|setCustomValidity|Notification|createTextNode)$/;
const translators = new Set([
  "t",
  "msg",
  "defineMessage",
  "plural",
  "select",
  "selectOrdinal",
  "_",
]);
const pluralElements = new Set(["Plural", "SelectOrdinal"]);
const translatingElements = new Set(["Trans", ...pluralElements]);
/** Functions whose text is for developers, not for users. */
const toDevelopers = /^(console|log\w*|warn|(?:[A-Z]\w*)?Error|DOMException)$/;

/** Whether a text looks like a sentence or a heading. */
const prose = /^\p{Lu}\p{Ll}+['’]?\p{Ll}* (?:\S+ )*\p{L}{2,}/u;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const child = (node: Node, key: string): Node | undefined =>
  isNode(node[key]) ? node[key] : undefined;
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

const isWord = (text: string) =>
  /\p{L}/u.test(text) && !text.startsWith("--") && !Object.hasOwn(sameEverywhere, text);

/** The name of a callee, a key or an element: the last part of it. */
function nameOf(node: Node | undefined): string {
  if (!node) return "";
  if (node.type === "MemberExpression" || node.type === "JSXMemberExpression")
    return nameOf(child(node, "property"));
  if (node.type === "JSXNamespacedName")
    return `${nameOf(child(node, "namespace"))}:${nameOf(child(node, "name"))}`;
  const name = node["name"] ?? node["value"];
  return typeof name === "string" ? name : "";
}

/** The first name of a chain: `console` of `console.error`. */
function firstNameOf(node: Node | undefined): string {
  return node?.type === "MemberExpression" ? firstNameOf(child(node, "object")) : nameOf(node);
}

function textsOf(node: Node): string[] {
  if (node.type === "Literal") return typeof node["value"] === "string" ? [node["value"]] : [];
  if (node.type === "TemplateElement") return [(node["value"] as { cooked?: string }).cooked ?? ""];
  return [];
}

/** The texts that an expression can evaluate to, through conditions, alternatives, sums and lists. */
function outcomes(node: Node | undefined): string[] {
  if (!node) return [];
  switch (node.type) {
    case "Literal":
      return textsOf(node);
    case "TemplateLiteral":
      return (node["quasis"] as Node[]).flatMap(textsOf);
    case "ConditionalExpression":
      return [...outcomes(child(node, "consequent")), ...outcomes(child(node, "alternate"))];
    case "LogicalExpression":
      return [...outcomes(child(node, "left")), ...outcomes(child(node, "right"))];
    case "BinaryExpression":
      return node["operator"] === "+"
        ? [...outcomes(child(node, "left")), ...outcomes(child(node, "right"))]
        : [];
    case "ArrayExpression":
      return (node["elements"] as (Node | null)[]).flatMap((element) =>
        outcomes(element ?? undefined),
      );
    case "ArrowFunctionExpression":
      return outcomes(child(node, "body"));
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return outcomes(child(node, "expression"));
    default:
      return [];
  }
}

function isPlainText(node: Node | undefined): boolean {
  return node?.type === "Literal" || node?.type === "TemplateLiteral";
}

/** The visible texts of a source file that are not translated, as `line: text`. */
function escapes(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith("x") ? "tsx" : "ts" });
  if (errors.length > 0) throw new Error(`${path} does not parse`);
  // A name counts only where it is imported from Lingui.
  const translates =
    /from "@lingui\/(core|react)\/macro"/.test(source) ||
    /from "@lingui\/(core|react)"/.test(source);
  const found = new Map<string, number>();
  const report = (node: Node, texts: string[]) => {
    for (const text of texts.filter(isWord))
      found.set(text.trim().replace(/\s+/g, " "), source.slice(0, node.start).split("\n").length);
  };

  function visit(node: Node, translated: boolean): void {
    let inside = translated;
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TSLiteralType":
        return;
      case "JSXElement": {
        const name = nameOf(child(child(node, "openingElement") ?? node, "name"));
        inside = translated || (translates && translatingElements.has(name));
        break;
      }
      case "JSXText":
        if (!translated) report(node, [String(node["value"])]);
        return;
      case "JSXOpeningElement": {
        const isMacro = translates && pluralElements.has(nameOf(child(node, "name")));
        for (const attribute of node["attributes"] as Node[]) visit(attribute, isMacro);
        return;
      }
      case "JSXAttribute": {
        if (translated) return;
        const value = child(node, "value");
        if (spoken.test(nameOf(child(node, "name")))) report(node, outcomes(value));
        // Not through its braces, which contain text only among the children of an element.
        const held = value?.type === "JSXExpressionContainer" ? child(value, "expression") : value;
        if (held) visit(held, false);
        return;
      }
      case "JSXExpressionContainer":
        // A choice inside a message is a value of it, not a part of its text.
        if (!translated || !isPlainText(child(node, "expression"))) report(node, outcomes(node));
        break;
      case "TaggedTemplateExpression":
        inside = translated || (translates && translators.has(nameOf(child(node, "tag"))));
        if (inside)
          for (const value of childrenOf(child(node, "quasi") ?? node))
            report(value, value.type === "TemplateElement" ? [] : outcomes(value));
        break;
      case "CallExpression":
      case "NewExpression": {
        const callee = child(node, "callee");
        const name = nameOf(callee);
        if (toDevelopers.test(name) || toDevelopers.test(firstNameOf(callee))) return;
        if (translates && translators.has(name)) inside = true;
        else if (showingCall.test(name))
          for (const argument of node["arguments"] as Node[]) report(node, outcomes(argument));
        break;
      }
      case "Property":
        if (
          !translated &&
          nameOf(child(node, "key")) !== codeProperty &&
          spoken.test(nameOf(child(node, "key")))
        )
          report(node, outcomes(child(node, "value")));
        break;
      case "AssignmentExpression":
        if (
          child(node, "left")?.type === "MemberExpression" &&
          shownProperty.test(nameOf(child(node, "left")))
        )
          report(node, outcomes(child(node, "right")));
        break;
      case "Literal":
      case "TemplateElement":
        if (!translated)
          report(
            node,
            textsOf(node).filter((text) => prose.test(text)),
          );
        return;
    }
    for (const part of childrenOf(node)) visit(part, inside);
  }

  visit(program as unknown as Node, false);
  return [...found].map(([text, line]) => `${path}:${line}: ${text}`);
}

/** Functions that write files for other programs, with the columns and words of those programs. */
const forPrograms = /^features\/wallet\/bills\/export\/export-(plain|tax-tools)\.ts$/;

const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter(
    (name) =>
      /\.tsx?$/.test(name) &&
      !name.startsWith("gallery/") &&
      !name.endsWith(".d.ts") &&
      name !== "routeTree.gen.ts" &&
      !forPrograms.test(name),
  )
  .map((name) => `src/${name}`);

test("every text a person can see is marked for translation", () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap((path) => escapes(path, readFileSync(join(root, path), "utf8")))).toEqual(
    [],
  );
});

test("nothing is on the list of exceptions that nobody uses", () => {
  const all = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  expect(Object.keys(sameEverywhere).filter((word) => !all.includes(word))).toEqual([]);
});

const macro = 'import { Plural, Trans, useLingui } from "@lingui/react/macro";\n';

describe("the check itself", () => {
  test.each([
    ["text of an element", "<p>Buy now</p>"],
    ["text beside a translated part", "<p><Trans>Fee</Trans> per trade</p>"],
    ["a text in braces", '<p>{"Buy"}</p>'],
    ["a text behind a condition", '<p>{open ? "Open" : <Trans>Closed</Trans>}</p>'],
    ["a text in a template", "<p>{`${n} days`}</p>"],
    ["a name for ears", '<button aria-label="Close" />'],
    ["a name for ears behind a condition", '<button aria-label={open ? "Close" : t`Open`} />'],
    ["a label", "<Field label={`Price in ${quote}`} />"],
    ["a label by another name", '<Sheet closeLabel="Close" />'],
    ["a picture's words", '<img alt="A chart" />'],
    ["an attribute of a translated element", '<Trans>See <a title="The rules">here</a></Trans>'],
    ["a word chosen inside a message", '<p><Trans>It goes {rises ? "up" : "down"}</Trans></p>'],
    ["a word put into a message", 't`It goes ${rises ? "up" : "down"}`'],
    ["a toast", 'showToast(store, { type: "error", description: "It failed" })'],
    ["an option", '[{ value: "a", label: "First" }]'],
    ["the window's title", 'document.title = "Prices"'],
    ["text on a canvas", 'context.fillText("High", 1, 2)'],
    ["a sentence in a variable", 'const reason = "Nothing was bought"'],
    [
      "a sentence that a function answers",
      'const f = (n: number) => `Wait ${n} seconds more`; const g = () => { return "Wait a little more"; }',
    ],
    ["another alphabet", "<p>买入</p>"],
  ])("finds %s", (_what, code) => {
    expect(
      escapes(
        "src/x.tsx",
        `${macro}export const x = () => { ${code.startsWith("<") ? `return ${code}` : code}; };`,
      ),
    ).not.toEqual([]);
  });

  test("takes nothing for translated that is not Lingui's", () => {
    expect(escapes("src/x.tsx", "export const x = <p>{t`Buy now`}</p>;")).toEqual([
      "src/x.tsx:1: Buy now",
    ]);
    expect(escapes("src/x.tsx", "export const x = <Trans>Buy now</Trans>;")).not.toEqual([]);
  });

  test.each([
    ["a translated element", "<p><Trans>Buy <b>now</b></Trans></p>"],
    ["a translated label", "<Field label={t`Price`} hint={open ? t`Yes` : undefined} />"],
    ["the forms of a plural", '<Plural value={n} one="# day" other="# days" />'],
    [
      "a state that styles",
      '<p data-state={open ? "open" : "shut"} role={open ? "alert" : "status"}>{n}</p>',
    ],
    ["figures and signs", '<p aria-label="–">{"·"} 24 %</p>'],
    ["a symbol on the list", "<p>USDT</p>"],
    [
      "what is for developers",
      'if (!root) throw new Error("index.html has no root"); console.error("Something is wrong here");',
    ],
    [
      "names and codes",
      '<input type="text" className="row wide" autoComplete="one-time-code" name="email" />',
    ],
  ])("lets %s pass", (_what, code) => {
    expect(
      escapes(
        "src/x.tsx",
        `${macro}export const x = () => { ${code.startsWith("<") ? `return ${code}` : code}; };`,
      ),
    ).toEqual([]);
  });
});
