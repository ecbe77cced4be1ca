import { createSecretKey } from "node:crypto";
import { migrations } from "../../../venue/migrations.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { runOperator } from "../../../venue/operator/commands/run-operator.ts";
import { defaultSettings, type Settings } from "../../../venue/settings/settings.ts";
import type { Store } from "../../../venue/store/store.ts";
import { seededRandom } from "./memory-venue.ts";

export interface Operated {
  code: number;
  lines: string[];
  faults: string[];
}

export interface OperatedVenue {
  /** Without one a command gets no open database: it works alone. */
  store?: Store;
  now: () => number;
  settings?: Partial<Settings>;
}

/** Runs the operator's command line on a venue's own store, as another process would; the same chance each time. */
export async function operate(
  { store, now, settings = {} }: OperatedVenue,
  args: readonly string[],
  {
    by = "cli:tester",
    seed = "operator",
    pause = async () => false,
  }: { by?: string; seed?: string; pause?: () => Promise<boolean> } = {},
): Promise<Operated> {
  const [lines, faults]: [string[], string[]] = [[], []];
  const whole: Settings = { ...defaultSettings, ...settings };
  const code = await runOperator(args, {
    clock: { now },
    log: () => undefined,
    by,
    migrationNames: Object.keys(migrations),
    print: (line) => lines.push(line),
    warn: (line) => faults.push(line),
    pause,
    random: seededRandom(seed),
    alone: () => ({
      settings: whole,
      upgrade: { names: Object.keys(migrations), run: (opened) => opened.migrate(migrations) },
    }),
    open() {
      if (!store) throw new Error("this command opens its own database");
      return {
        store: { ...store, close: async () => undefined },
        settings: whole,
        serverKey: () => createSecretKey(Buffer.alloc(32, 7)),
        receiptKey: () => receiptKeyOf("07".repeat(32)),
      };
    },
  });
  return { code, lines, faults };
}
