import type { Log } from "./store/store.ts";

/** One JSON object a line; line breaks inside values are escaped by JSON itself. `now` in Unix ms. */
export function createJsonLog(write: (line: string) => void, now: () => number): Log {
  return (level, event, facts = {}) => {
    write(
      `${JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...facts }, tellable)}\n`,
    );
  };
}

function tellable(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}
