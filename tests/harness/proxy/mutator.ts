/**
 * Damages a real answer in one of the ways in which a broken, foreign or hostile server may answer. The result
 * depends on the fault only: the same fault of the same answer gives the same text.
 */
import fc from "fast-check";

/** Ways to damage one field, or a whole branch. */
const fieldWays = [
  "missing",
  "null",
  "otherType",
  "empty",
  "hugeText",
  "oddNumber",
  "deep",
  "hostile",
] as const;
/** Ways to damage the whole answer. */
const bodyWays = ["envelope", "truncated", "page", "contentType", "prototype"] as const;

export interface Fault {
  way: (typeof fieldWays)[number] | (typeof bodyWays)[number];
  /** Chooses the field and its new value. */
  pick: number;
  /** True: in every row of the lists on the path; false: in one. */
  everywhere: boolean;
}

export interface Body {
  text: string;
  contentType: string;
}

/** A unique marker: a page that executes or renders it has failed. */
export const strike = "globalThis.struck=1";

const hostileTexts = [
  `<img src=x onerror="${strike}">`,
  `"><script>${strike}</script>`,
  `<iframe srcdoc="<script>parent.${strike}</script>"></iframe>`,
  `<svg onload="${strike}"><use href="data:image/svg+xml,x"/></svg>`,
  `javascript:${strike}`,
  `data:text/html,<script>${strike}</script>`,
  `{{constructor.constructor('${strike}')()}}`,
  `\${${strike}}`,
  "{0, plural, other {#}}",
  "<0>x</0>",
  "https://evil.example/strike.png",
  "//evil.example/strike",
  "\u202Edesrever\u2066",
  "\u200B\u200E\uFEFF",
  "W".repeat(3000),
  "\uD800",
  "\u0000\u0007\u001B[31m",
  "Z\u0351\u036B".repeat(500),
  "👩‍👩‍👧‍👦".repeat(200),
  "__proto__",
  "constructor",
  "toString",
  "NaN",
  "Infinity",
  "-1",
  "1e308",
  "0x10",
  " ",
  "null",
  "%00%ff",
  "../../etc/passwd",
  "'; drop table users; --",
  "-0",
  "1.",
];
/** Numbers as JSON text: one beyond the largest becomes infinite in `JSON.parse`. */
const oddNumbers = [
  "1e308",
  "-1e308",
  "1e999",
  "-1",
  "0",
  "-0",
  "9007199254740993",
  "8640000000000001",
  "1e21",
  "1e-308",
  "0.1",
  "-0.5",
  "99",
  "4294967296",
];
const hugeText = (length: number) => "9".repeat(length / 2) + "a b".repeat(length / 6);
/** A placeholder for raw JSON, which no value can represent, until the text is made. */
const raw = "@raw:";

export const faults: fc.Arbitrary<Fault> = fc.record({
  way: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...fieldWays) },
    { weight: 1, arbitrary: fc.constantFrom(...bodyWays) },
  ),
  pick: fc.nat(),
  everywhere: fc.boolean(),
});

/** The answer's text with the faults. Text that is not JSON is only cut short or replaced. */
export function spoil(text: string, given: readonly Fault[]): Body {
  const whole = given.findLast(({ way }) => isBodyWay(way));
  let value = parse(text);
  if (value !== undefined)
    for (const fault of given) if (!isBodyWay(fault.way)) value = spoilField(value, fault);
  return whole
    ? spoilBody(value, write(value) ?? text, whole)
    : { text: write(value) ?? text, contentType: "application/json" };
}

/** The value with one damaged field; in an envelope, a field of its data. */
export function spoilField(value: unknown, { way, pick, everywhere }: Fault): unknown {
  const next = numbers(pick);
  // Repeated in every row of a long list, it would make an answer of many megabytes, which is slow by its size alone.
  const damagedValue = (old: unknown, random: () => number) => wrong(way, old, random, everywhere);
  if (!isRecord(value) || !("data" in value) || !("status" in value))
    return changed(value, next, everywhere, damagedValue);
  return { ...value, data: changed(value["data"], next, everywhere, damagedValue) };
}

type Change = (old: unknown, random: () => number) => unknown;

/** Follows a random path into the value and changes its end. */
function changed(
  value: unknown,
  random: () => number,
  everywhere: boolean,
  change: Change,
  level = 0,
): unknown {
  const goesOn = random() < (level === 0 ? 0.93 : 0.88);
  if (goesOn && Array.isArray(value) && value.length > 0) {
    const items: readonly unknown[] = value;
    const seed = random() * 2 ** 31;
    // The first rows are the ones on screen.
    const at = Math.floor(random() * (random() < 0.6 ? Math.min(3, items.length) : items.length));
    return items.map((item, index) =>
      everywhere || index === at
        ? changed(item, numbers(seed), everywhere, change, level + 1)
        : item,
    );
  }
  if (goesOn && isRecord(value)) {
    const names = Object.keys(value);
    const name = names[Math.floor(random() * names.length)];
    if (name !== undefined) {
      const now = changed(value[name], random, everywhere, change, level + 1);
      return Object.fromEntries(
        names.flatMap((each): [string, unknown][] =>
          each !== name ? [[each, value[each]]] : now === undefined ? [] : [[each, now]],
        ),
      );
    }
  }
  const inner =
    goesOn && typeof value === "string" && /^[[{]/.test(value) ? parse(value) : undefined;
  if (inner !== undefined)
    return write(changed(inner, random, everywhere, change, level + 1)) ?? "";
  return change(value, random);
}

function wrong(
  way: Fault["way"],
  old: unknown,
  random: () => number,
  everywhere: boolean,
): unknown {
  const one = <T>(options: readonly [T, ...T[]] | readonly T[]): T =>
    options[Math.floor(random() * options.length)] as T;
  switch (way) {
    case "missing":
      return undefined;
    case "null":
      return null;
    case "empty":
      return typeof old === "string"
        ? ""
        : Array.isArray(old)
          ? []
          : isRecord(old)
            ? {}
            : one(["", [], {}]);
    case "hugeText":
      return hugeText(everywhere ? 4200 : 102_000);
    case "oddNumber":
      return typeof old === "string" && random() < 0.5
        ? one([
            "NaN",
            "-1",
            "1e308",
            `1${"0".repeat(400)}`,
            "0.1.2",
            "-0.00000001",
            "999999999999999999",
          ])
        : raw + one(oddNumbers);
    case "deep":
      return raw + nested(everywhere ? 500 : 20_000, random() < 0.5);
    case "hostile":
      return one(hostileTexts);
    default:
      return one([
        old === true ? "true" : true,
        typeof old === "number" ? String(old) : 7,
        typeof old === "string" ? [old] : "text",
        { value: old ?? 1 },
        [null],
        [[]],
        false,
      ]);
  }
}

function nested(depth: number, inLists: boolean): string {
  return inLists
    ? "[".repeat(depth) + "]".repeat(depth)
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

function spoilBody(value: unknown, text: string, { way, pick }: Fault): Body {
  const random = numbers(pick);
  const json = "application/json";
  switch (way) {
    case "truncated":
      return { text: text.slice(0, Math.floor(random() * text.length)), contentType: json };
    case "page":
      return {
        text: `<!doctype html><title>Log in to the hotel</title><script>${strike}</script>`,
        contentType: "text/html",
      };
    case "contentType":
      return {
        text,
        contentType:
          ["text/plain", "application/octet-stream", "image/png", "text/xml"][
            Math.floor(random() * 4)
          ] ?? json,
      };
    case "prototype":
      return {
        text: text.replace(
          /\{/g,
          `{"__proto__":{"struck":1,"status":401},"constructor":{"prototype":{"struck":1}},`,
        ),
        contentType: json,
      };
    default: {
      const { data } = asRecord(value);
      const envelopes = [
        { data },
        { status: "0", msg: "", data },
        { status: 1e308, data },
        [0, "", data],
        { status: 0 },
        { status: 0, msg: 5, data: null },
        null,
        7,
        "text",
        { status: 999_999, msg: hostileTexts[0], data },
        { status: null, data },
        { status: 0.5, data },
        {},
        { status: 100_001, msg: hugeText(102_000), data: null },
        { status: -1, msg: "", data },
      ];
      return {
        text: write(envelopes[Math.floor(random() * envelopes.length)]) ?? "",
        contentType: json,
      };
    }
  }
}

function write(value: unknown): string | undefined {
  const text: string | undefined = JSON.stringify(value);
  return text?.replaceAll(
    /"@raw:((?:[^"\\]|\\.)*)"/g,
    (_, inner: string) => JSON.parse(`"${inner}"`) as string,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isBodyWay(way: Fault["way"]): boolean {
  return (bodyWays as readonly string[]).includes(way);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Numbers in [0, 1) that follow from the seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
