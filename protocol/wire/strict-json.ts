/**
 * The one JSON reader for what arrives from outside. Depth, number of nodes and duplicate keys are
 * judged on the text before it is parsed: `JSON.parse` takes a depth of a million and keeps the last of
 * two equal keys.
 */
interface JsonBounds {
  maxDepth: number;
  maxNodes: number;
}

const jsonBounds: JsonBounds = { maxDepth: 16, maxNodes: 2000 };

/** The parsed value, or `undefined` where the text is no JSON, goes over a bound, repeats a key, or holds NUL or half a surrogate pair. */
export function parseStrictJson(text: string, bounds: JsonBounds = jsonBounds): unknown {
  if (!isWithinBounds(text, bounds)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface Container {
  /** Keys met so far; absent for arrays. */
  keys?: Set<string>;
  isKeyNext: boolean;
}

function isWithinBounds(text: string, { maxDepth, maxNodes }: JsonBounds): boolean {
  const open: Container[] = [];
  let nodes = 0;
  for (let i = 0; i < text.length; i++) {
    const top = open.at(-1);
    switch (text[i]) {
      case " ":
      case "\t":
      case "\n":
      case "\r":
        break;
      case ",":
        if (top?.keys) top.isKeyNext = true;
        break;
      case ":":
        if (top) top.isKeyNext = false;
        break;
      case "]":
      case "}":
        open.pop();
        break;
      case "[":
      case "{":
        if (++nodes > maxNodes || open.length === maxDepth) return false;
        open.push(text[i] === "{" ? { keys: new Set(), isKeyNext: true } : { isKeyNext: false });
        break;
      case '"': {
        const end = endOfString(text, i);
        const value = readString(text.slice(i, end + 1));
        if (value === undefined) return false;
        if (top?.keys && top.isKeyNext) {
          if (top.keys.has(value)) return false;
          top.keys.add(value);
        } else if (++nodes > maxNodes) return false;
        i = end;
        break;
      }
      default:
        if (++nodes > maxNodes) return false;
        i = endOfScalar(text, i);
    }
  }
  return true;
}

/** Index of the closing quote; the text's last index where there is none, which `JSON.parse` refuses. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return text.length - 1;
}

function endOfScalar(text: string, start: number): number {
  let i = start;
  while (i + 1 < text.length && !/[\s,:[\]{}"]/.test(text.charAt(i + 1))) i++;
  return i;
}

/** PostgreSQL has no NUL in text, and half a surrogate pair would be stored as another string. */
function readString(literal: string): string | undefined {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" && value.isWellFormed() && !value.includes("\0")
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
