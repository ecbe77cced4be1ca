import * as v from "valibot";
import type { DataOf, Endpoint } from "#protocol/api/endpoint.ts";

/** Most rounds of repair, after which an answer counts as unreadable. */
const maxRounds = 4;

export interface ReadData<Data> {
  output: Data;
  /** Number of invalid rows that were left out. */
  left: number;
}

/**
 * Valid `data`, or its issues. One bad row does not invalidate a list: it is left out, or marked as unread where
 * the endpoint says how. In public data, which is nobody's money, an invalid optional field counts as missing.
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

/** Removes the faulty parts from the answer in place; answers the number of removed rows, undefined where nothing may be removed. */
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
      // A row that is itself an array is removed whole: without one element the others would move to wrong places.
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
    const rest = unreadRow
      ? list.map((row, at) => (bad.has(at) ? unreadRow(row) : row))
      : list.filter((_, at) => !bad.has(at));
    gone += list.length - rest.length;
    list.splice(0, list.length, ...rest);
  }
  return hasDropped || rows.size > 0 ? gone : undefined;
}

function isElement(item: Path[number] | undefined): boolean {
  return item !== undefined && Array.isArray(item.input) && typeof item.key === "number";
}

/** Removes the field at the path; false where it was missing already, or the path ends in a row of a list. */
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
