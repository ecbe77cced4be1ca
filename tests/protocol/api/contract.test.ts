import type * as v from "valibot";
import { expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { epoch } from "#protocol/api/epoch.ts";
import { evidenceFile } from "#protocol/api/evidence-file.ts";
import { operatorEndpoints } from "#protocol/api/operator.ts";
import { orderSlip } from "#protocol/api/order-slip.ts";
import { quoteLine } from "#protocol/api/quote-line.ts";
import { receiptFile } from "#protocol/api/receipt-file.ts";
import { signedHead } from "#protocol/api/signed-head.ts";
import { slip } from "#protocol/api/slip.ts";

/** After a change that was meant: `npx vitest run tests/protocol/api -u`, and its difference says what clients will find. */
test("each call takes, answers and refuses what contract.txt says", async () => {
  await expect(`${apiRows().map(callText).join("\n\n")}\n`).toMatchFileSnapshot("contract.txt");
});

test("each call of the operators' desk takes and answers what operator.txt says", async () => {
  const calls = Object.entries(operatorEndpoints).map(([name, endpoint]) =>
    callText({ word: "operator", name, endpoint }),
  );
  await expect(`${calls.join("\n\n")}\n`).toMatchFileSnapshot("operator.txt");
});

test("what is signed, saved and handed on has the form that forms.txt says", async () => {
  const forms = { epoch, evidenceFile, orderSlip, quoteLine, receiptFile, signedHead, slip };
  const texts = Object.entries(forms).map(([name, form]) => `${name}: ${schemaText(form)}`);
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot("forms.txt");
});

interface Call {
  word: string;
  name: string;
  endpoint: Endpoint;
}

function callText({ word, name, endpoint }: Call): string {
  const { method, path, request, data, unreadRow, ...facts } = endpoint;
  return [
    `${method} ${path}  ${word}.${name}`,
    ...Object.entries(facts).map(([fact, value]) => `  ${fact}: ${JSON.stringify(value)}`),
    ...(unreadRow ? [`  unreadRow: ${JSON.stringify(unreadRow({}))}`] : []),
    `  request: ${schemaText(request)}`,
    `  data: ${schemaText(data)}`,
  ].join("\n");
}

/** What valibot's schemas and checks have to say of themselves. */
interface Described {
  type: string;
  pipe?: Described[];
  entries?: Record<string, Described>;
  wrapped?: Described;
  item?: Described;
  items?: Described[];
  key?: Described;
  value?: Described;
  options?: (Described | string | number)[];
  literal?: unknown;
  requirement?: unknown;
  default?: unknown;
  fallback?: unknown;
}

/** A schema as text: what it is, then what is asked of it in turn. */
function schemaText(schema: v.GenericSchema): string {
  return textOf(schema, "  ");
}

function textOf(described: Described | string | number, indent: string): string {
  if (typeof described !== "object") return JSON.stringify(described);
  // The first of a pipe is the schema itself, whose pipe it is.
  const [schema, ...rest] = described.pipe ?? [described];
  return [
    schema === undefined || schema.pipe === undefined
      ? nameOf(schema ?? described, indent)
      : textOf(schema, indent),
    ...rest.map((next) => textOf(next, indent)),
  ].join(" | ");
}

function nameOf(described: Described, indent: string): string {
  const { type, wrapped, item, items = [], key, value, options = [], entries } = described;
  const within = [wrapped, item, ...items, key, value, ...options].filter(
    // A check of the value has a key too, its name.
    (one) => one !== undefined && (typeof one !== "object" || "type" in one),
  );
  const parts = [
    ...("literal" in described ? [JSON.stringify(described.literal)] : []),
    ...requirement(described),
    ...within.map((one) => textOf(one, indent)),
    ...given("default", described.default),
    ...given("fallback", described.fallback),
    ...(entries ? [entriesText(entries, `${indent}  `)] : []),
  ];
  return parts.length === 0 ? type : `${type}(${parts.join(", ")})`;
}

function requirement({ requirement: wanted }: Described): string[] {
  if (wanted === undefined || typeof wanted === "function") return [];
  return [wanted instanceof RegExp ? String(wanted) : JSON.stringify(wanted)];
}

function given(word: string, value: unknown): string[] {
  if (value === undefined) return [];
  const stands = typeof value === "function" ? (value as () => unknown)() : value;
  return [`${word} ${JSON.stringify(stands)}`];
}

function entriesText(entries: Readonly<Record<string, Described>>, indent: string): string {
  const lines = Object.entries(entries).map(
    ([name, entry]) => `\n${indent}${name}: ${textOf(entry, indent)}`,
  );
  return `{${lines.join("")} }`;
}
