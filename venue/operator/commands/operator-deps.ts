import type { KeyObject } from "node:crypto";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Upgrade } from "../backup/check-backup.ts";
import type { ReceiptKey } from "../../keys/receipt-key.ts";

/** All that a command can reach. */
export interface OperatorDeps extends OperatorConsole, OpenDatabase {}

/** A database that a running venue may have open too, and that venue's settings. */
export interface OpenDatabase extends Pick<VenueDeps, "store" | "settings"> {
  /** The key of sessions and sealed secrets; read only where a command needs it. */
  serverKey: () => KeyObject;
  /** The key that receipts are signed with. */
  receiptKey: () => ReceiptKey;
}

/** What a command without an open database can reach. */
export interface AloneDeps extends OperatorConsole, Pick<VenueDeps, "settings"> {
  upgrade: Upgrade;
}

export interface OperatorConsole extends Pick<VenueDeps, "clock" | "log" | "random"> {
  /** Who acts, for the audit log, e.g. `cli:ada`. */
  by: string;
  /** The migrations this program knows, in their order. */
  migrationNames: readonly string[];
  print: (line: string) => void;
  /** Prints a fault. */
  warn: (line: string) => void;
  /** Waits; false where a stop was requested. */
  pause: (ms: number) => Promise<boolean>;
}
