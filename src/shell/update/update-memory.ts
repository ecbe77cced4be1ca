/** What this device remembers of its updates. */
import { readLocal, removeLocal, writeLocal } from "../../storage/web-storage.ts";
import type { Postponed } from "./update-flow.ts";

/** The build that ran here last. `time`: when it was made, Unix ms, 0 where that is not known. */
export interface SeenBuild {
  id: string;
  time: number;
}

export function readPostponed(): Postponed | null {
  const { id, at } = readFacts("godwit:update-later");
  return typeof at === "number" && (typeof id === "string" || id === null) ? { id, at } : null;
}

export function keepPostponed(postponed: Postponed): void {
  writeLocal("godwit:update-later", JSON.stringify(postponed));
}

/** Null on a device where the app has not run before. */
export function readSeenBuild(): SeenBuild | null {
  const { id, time } = readFacts("godwit:seen-build");
  return typeof id === "string" && typeof time === "number" ? { id, time } : null;
}

export function keepSeenBuild(seen: SeenBuild): void {
  writeLocal("godwit:seen-build", JSON.stringify(seen));
}

/** The build that did not start here, for which the one before runs; null where none is known. */
export function readFailedBuild(): string | null {
  return readLocal("godwit:failed-build");
}

export function forgetFailedBuild(): void {
  removeLocal("godwit:failed-build");
}

/** The failed build that the venue has heard of last. */
export function readReportedBuild(): string | null {
  return readLocal("godwit:reported-build");
}

export function keepReportedBuild(id: string): void {
  writeLocal("godwit:reported-build", id);
}

function readFacts(key: "godwit:update-later" | "godwit:seen-build"): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readLocal(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
