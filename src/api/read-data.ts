import * as v from "valibot";
import type { DataOf, Endpoint } from "#protocol/endpoint.ts";

/** Faults that one answer may be mended of, before it counts as unreadable. */
const maxRounds = 4;

export interface ReadData<Data> {
  output: Data;
  /** Rows left out, since they could not be read. */
  left: number;
}

/**
 * `data` in the contract's form, or the issues it has. One bad row does not lose a list: it is left out, or
 * stands there as unread where the contract says so. In public facts, where nothing is anybody's money, a bad
 * field that may be missing counts as missing.
 */
export function readData<E extends Endpoint>(
  endpoint: E,
  data: unknown,
): ReadData<DataOf<E>> | { issues: unknown } {
  let left = 0;
  for (let round = 0; ; round++) {
    const parsed = v.safeParse(endpoint.data, data);
    if (parsed.success) return { output: parsed.output as DataOf<E>, left };
    const mended =
      round < maxRounds
        ? mend(parsed.issues, endpoint.public === true && round === 0, endpoint.unreadRow)
        : undefined;
    if (mended === undefined) return { issues: v.flatten(parsed.issues) };
    left += mended;
  }
}

type Issue = v.BaseIssue<unknown>;
type Path = NonNullable<Issue["path"]>;

/** Takes the faulty parts out of the answer itself; answers the number of rows that went, undefined where nothing may go. */
function mend(
  issues: readonly Issue[],
  dropFields: boolean,
  unreadRow: Endpoint["unreadRow"],
): number | undefined {
  const rows = new Map<unknown[], Set<number>>();
  let hasDropped = false;
  for (const { path } of issues) {
    if (!path) continue;
    if (dropFields && dropField(path)) hasDropped = true;
    else {
      // A row that is an array itself goes whole: what stood behind the gap would move up into its place.
      const row = path.findLast((item, at) => isElement(item) && !isElement(path[at - 1]));
      if (row)
        rows.set(
          row.input as unknown[],
          (rows.get(row.input as unknown[]) ?? new Set()).add(row.key as number),
        );
    }
  }
  let gone = 0;
  for (const [list, bad] of rows) {
    const kept = unreadRow
      ? list.map((row, at) => (bad.has(at) ? unreadRow(row) : row))
      : list.filter((_, at) => !bad.has(at));
    gone += list.length - kept.length;
    list.splice(0, list.length, ...kept);
  }
  return hasDropped || rows.size > 0 ? gone : undefined;
}

function isElement(item: Path[number] | undefined): boolean {
  return item !== undefined && Array.isArray(item.input) && typeof item.key === "number";
}

/** False where the field was missing already, or the path ends in a row of a list. */
function dropField(path: Path): boolean {
  const last = path.at(-1);
  if (
    !last ||
    typeof last.key !== "string" ||
    typeof last.input !== "object" ||
    last.input === null
  )
    return false;
  return Object.hasOwn(last.input, last.key) && Reflect.deleteProperty(last.input, last.key);
}
