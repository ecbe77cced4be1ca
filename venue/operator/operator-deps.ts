import type { KeyObject } from "node:crypto";
import type { VenueDeps } from "../deps.ts";

/** What a command works with; nothing else reaches the world. */
export interface OperatorDeps extends OperatorConsole, OpenDatabase {}

/** A database opened beside the venue that may be running on it, and what its venue's settings say. */
export interface OpenDatabase extends Pick<VenueDeps, "store" | "settings"> {
  /** What sessions and sealed secrets are made with; read only where a command needs it. */
  serverKey: () => KeyObject;
}

export interface OperatorConsole extends Pick<VenueDeps, "clock" | "log" | "random"> {
  /** Who acts, for the audit log, e.g. `cli:ada`. */
  by: string;
  /** The migrations this program knows, in their order. */
  migrationNames: readonly string[];
  print: (line: string) => void;
  /** Where faults are told. */
  warn: (line: string) => void;
  /** Waits; false where it was told to stop. */
  pause: (ms: number) => Promise<boolean>;
}
