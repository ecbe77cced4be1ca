import type { Log } from "../../store/store.ts";

/** A fault that goes on is written so often. */
const repeatEveryMs = 60_000;
/** So many different faults are remembered at most. */
const mostFaults = 500;

/**
 * A log of one JSON object a line; line breaks inside values are escaped by JSON itself. A warning or error that comes
 * again and again, as those of a full disk do each second, is written at once and then once a minute, with how `times`
 * it came since its last line.
 * @param write takes a whole line
 * @param clocks `now` in Unix ms, `monotonic` in ms
 */
export function createJsonLog(
  write: (line: string) => void,
  { now, monotonic }: { now: () => number; monotonic: () => number },
): Log {
  const faults = new Map<string, { writtenAt: number; repeats: number }>();

  /** How often the fault came since it was written, this time included; undefined where it has to wait. */
  function timesOf(fault: string): number | undefined {
    const at = monotonic();
    const known = faults.get(fault);
    if (known && at - known.writtenAt < repeatEveryMs) {
      known.repeats += 1;
      return undefined;
    }
    for (const [one, { writtenAt }] of faults)
      if (at - writtenAt >= 2 * repeatEveryMs || faults.size >= mostFaults) faults.delete(one);
    faults.set(fault, { writtenAt: at, repeats: 0 });
    return (known?.repeats ?? 0) + 1;
  }

  return (level, event, facts = {}) => {
    const times = level === "info" ? 1 : timesOf(JSON.stringify([event, facts], inShort));
    if (times === undefined) return;
    const line = { time: new Date(now()).toISOString(), level, event, ...facts };
    write(`${JSON.stringify({ ...line, ...(times > 1 && { times }) }, inFull)}\n`);
  };
}

function inFull(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}

/** What tells one fault from another: of an error what it says, not where it was thrown. */
function inShort(key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : inFull(key, value);
}
