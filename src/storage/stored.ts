import * as v from "valibot";
import { getItem, removeItem, setItem } from "./database.ts";
import type { Key, Kind } from "./keys.ts";

/** The parts of a kind's key, in their order. */
type Parts<Template extends string> = Template extends `${string}{${string}}${infer Rest}`
  ? [part: string, ...parts: Parts<Rest>]
  : [];

export interface Stored<Template extends Kind<"IndexedDB">, Value> {
  keyOf: (...parts: Parts<Template>) => Key<"IndexedDB">;
  /** What the device has; undefined where it has none, or none of the schema's form. */
  read: (...parts: Parts<Template>) => Promise<Value | undefined>;
  /** Answers whether the device has it now. */
  write: (value: Value, ...parts: Parts<Template>) => Promise<boolean>;
  remove: (...parts: Parts<Template>) => Promise<void>;
}

/** A kind of IndexedDB (keys.ts) with the schema of its values: what an older build or a damaged disk left is read as untrusted input. */
export function stored<Template extends Kind<"IndexedDB">, Value>(
  kind: Template,
  schema: v.GenericSchema<unknown, Value>,
): Stored<Template, Value> {
  const keyOf = (...parts: Parts<Template>) => {
    const rest: string[] = [...parts];
    return kind.replace(/\{\w+\}/g, () => rest.shift() ?? "") as Key<"IndexedDB">;
  };
  return {
    keyOf,
    async read(...parts) {
      const parsed = v.safeParse(schema, await getItem(keyOf(...parts)));
      return parsed.success ? parsed.output : undefined;
    },
    write: (value, ...parts) => setItem(keyOf(...parts), value),
    remove: (...parts) => removeItem(keyOf(...parts)),
  };
}
