/** What an operator watches: one table, from which `/metrics` and the overview of the desk follow. */
import { statfs } from "node:fs/promises";
import type { ReviewKind } from "#protocol/api/operator.ts";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { MarketSource, SourceHealth } from "../../feed/market-source.ts";
import type { Leap } from "../../lib/steady-clock.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Store } from "../../store/store.ts";
import { readOpenPositions, readStoredFigures, type StoredFigures } from "./figure-rows.ts";

/** The last check of the books. */
export interface BooksCheck {
  /** When it ended, Unix ms. */
  at: number;
  tookMs: number;
  /** The rules that are broken, as the check words them. */
  broken: readonly string[];
}

/** What the process itself counts. */
export interface LiveFigures {
  connections: number;
  streams: number;
  /** Answers of the last minute: how many, how many of them failed (5xx), and how long they took, ms. */
  calls: { count: number; failed: number; p50: number; p99: number };
  tick: { lastMs: number; ageMs: number; failedJobs: number };
  eventLoopP99Ms: number;
  /** Reads turned away since the start, for want of time. */
  turnedAway: number;
  memoryBytes: number;
  upSec: number;
  warnings: number;
  errors: number;
  /** Devices on which a build did not start. */
  startFaults: number;
  /** The leap of the machine's clock that is not followed. */
  leap: Leap | null;
  books: BooksCheck | null;
  /** When the last scheduled backup was made, Unix ms; 0 for none yet, null where none are wanted. */
  backedUpAt: number | null;
}

export interface Figures extends StoredFigures {
  now: number;
  live: LiveFigures;
  health: SourceHealth;
  longPositions: number;
  shortPositions: number;
  /** What is held long and short at the mark price, in USDT. */
  longUsdt: number;
  shortUsdt: number;
  diskFreeBytes: number;
  backupEveryHours: number;
}

export interface FigureDeps {
  store: Store;
  source: MarketSource;
  settings: Settings;
}

export async function readFigures(
  { store, source, settings }: FigureDeps,
  live: LiveFigures,
  now: number,
): Promise<Figures> {
  const [stored, positions, disk] = await Promise.all([
    store.read((db) => readStoredFigures(db, now)),
    store.read(readOpenPositions),
    statfs(settings.dataDir).catch(() => undefined),
  ]);
  const ofSide = (side: string) => positions.filter(({ direction }) => direction === side);
  const held = (side: string) => ofSide(side).reduce((sum, one) => sum + one.positions, 0);
  const worth = (side: string) =>
    ofSide(side).reduce((sum, { contract, volume }) => sum + usdtOf(source, contract, volume), 0);
  return {
    ...stored,
    now,
    live,
    health: source.health(),
    longPositions: held("buy"),
    shortPositions: held("sell"),
    longUsdt: worth("buy"),
    shortUsdt: worth("sell"),
    backupEveryHours: settings.backup.everyHours,
    diskFreeBytes: disk ? disk.bavail * disk.bsize : Number.NaN,
  };
}

/** For a look, not for the books: a float. */
function usdtOf(source: MarketSource, contract: string, volume: bigint): number {
  const spec = source.symbols().find((one) => one.contract?.contractCode === contract);
  const mark = spec && source.mark(spec.symbol);
  if (!spec?.contract || mark === undefined) return 0;
  const size = parseAmount(spec.contract.contractSize, 8) ?? 0n;
  return Number(formatAmount(volume * size, 8)) * (mark / 10 ** (spec.pricePrecision + 2));
}

interface Figure {
  /** As Prometheus has it. */
  name: string;
  group: "Waiting" | "Market" | "Open" | "People" | "Venue" | "Books" | "Machine";
  label: string;
  value: (figures: Figures) => number;
  /** As the desk shows it; whole numbers where absent. */
  show?: (value: number, figures: Figures) => string;
  /** Why it deserves a look; undefined where it does not. */
  look?: (value: number, figures: Figures) => string | undefined;
}

const hourMs = 3_600_000;
const leastDiskBytes = 1e9;
const kindLabels: Readonly<Record<ReviewKind, string>> = {
  recharge: "Recharges",
  withdrawal: "Withdrawals",
  bank: "Bank cards",
  cert: "Certifications",
  coin: "Coin sells",
};

const spell = (ms: number): string => {
  if (!Number.isFinite(ms)) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 2 * hourMs ? `${Math.round(ms / 60_000)} min` : `${(ms / hourMs).toFixed(1)} h`;
};
const bytes = (value: number): string =>
  !Number.isFinite(value)
    ? "–"
    : value < 1e9
      ? `${Math.round(value / 1e6)} MB`
      : `${(value / 1e9).toFixed(1)} GB`;
const seconds = (value: number): string => spell(value * 1000);
const usdt = (value: number): string => `${Math.round(value).toLocaleString("en-US")} USDT`;

const waitingFigures = Object.entries(kindLabels).map(([kind, label]): Figure => ({
  name: `godwit_waiting_${kind}`,
  group: "Waiting",
  label,
  value: ({ waiting }) => waiting.find((one) => one.kind === kind)?.count ?? 0,
  show(value, { waiting, now }) {
    const oldestAt = waiting.find((one) => one.kind === kind)?.oldestAt ?? null;
    return oldestAt === null ? String(value) : `${value}, oldest ${spell(now - oldestAt)}`;
  },
  look(_value, { waiting, now }) {
    const oldestAt = waiting.find((one) => one.kind === kind)?.oldestAt ?? null;
    return oldestAt !== null && now - oldestAt > 24 * hourMs
      ? "Somebody has waited for more than a day."
      : undefined;
  },
}));

export const figures: readonly Figure[] = [
  ...waitingFigures,
  {
    name: "godwit_waiting_oldest_seconds",
    group: "Waiting",
    label: "Oldest request",
    value: ({ waiting, now }) =>
      Math.max(0, ...waiting.map(({ oldestAt }) => (oldestAt === null ? 0 : now - oldestAt))) /
      1000,
    show: (value) => (value === 0 ? "–" : seconds(value)),
  },
  {
    name: "godwit_mails_queued",
    group: "Waiting",
    label: "Mails to send",
    value: ({ mails }) => mails,
    look: (value) => (value > 100 ? "The mail server may refuse them; see the log." : undefined),
  },
  {
    name: "godwit_pushes_queued",
    group: "Waiting",
    label: "Pushes to send",
    value: ({ pushes }) => pushes,
    look: (value) =>
      value > 10_000 ? "A push service may be out of reach; see the log." : undefined,
  },
  {
    name: "godwit_feed_live",
    group: "Market",
    label: "Prices",
    value: ({ health }) => (health.state === "live" ? 1 : 0),
    show: (_value, { health }) => `${health.source}, ${health.state}`,
    look: (value) =>
      value === 1 ? undefined : "Trading is shut until prices come again: see the log.",
  },
  {
    name: "godwit_feed_age_seconds",
    group: "Market",
    label: "Newest price",
    value: ({ health, now }) => Math.max(0, now - health.lastTickTs) / 1000,
    show: seconds,
    look: (value) => (value > 10 ? "Prices are old." : undefined),
  },
  {
    name: "godwit_feed_reader",
    group: "Market",
    label: "Read by",
    value: ({ health }) => (health.isRelayed === true ? 0 : 1),
    show: (value) => (value === 1 ? "this process" : "another process, for all"),
  },
  {
    name: "godwit_open_coin_orders",
    group: "Open",
    label: "Coin orders",
    value: ({ coinOrders }) => coinOrders,
  },
  {
    name: "godwit_open_contract_orders",
    group: "Open",
    label: "Contract orders",
    value: ({ contractOrders }) => contractOrders,
  },
  {
    name: "godwit_open_positions_long",
    group: "Open",
    label: "Long positions",
    value: ({ longPositions }) => longPositions,
  },
  {
    name: "godwit_open_positions_short",
    group: "Open",
    label: "Short positions",
    value: ({ shortPositions }) => shortPositions,
  },
  {
    name: "godwit_exposure_long_usdt",
    group: "Open",
    label: "Held long",
    value: ({ longUsdt }) => longUsdt,
    show: usdt,
  },
  {
    name: "godwit_exposure_short_usdt",
    group: "Open",
    label: "Held short",
    value: ({ shortUsdt }) => shortUsdt,
    show: usdt,
  },
  {
    name: "godwit_open_seconds_contracts",
    group: "Open",
    label: "Seconds contracts",
    value: ({ secondsContracts }) => secondsContracts,
  },
  {
    name: "godwit_accounts",
    group: "People",
    label: "Accounts",
    value: ({ accounts }) => accounts,
  },
  {
    name: "godwit_sessions",
    group: "People",
    label: "Sessions used within a day",
    value: ({ sessions }) => sessions,
  },
  {
    name: "godwit_streams",
    group: "People",
    label: "Open streams",
    value: ({ live }) => live.streams,
  },
  {
    name: "godwit_connections",
    group: "People",
    label: "Open connections",
    value: ({ live }) => live.connections,
  },
  {
    name: "godwit_build_start_faults",
    group: "People",
    label: "Devices on which a build did not start",
    value: ({ live }) => live.startFaults,
    look: (value) =>
      value > 0 ? "A build fails on some devices: the log names it. Deploy another." : undefined,
  },
  {
    name: "godwit_calls_last_minute",
    group: "Venue",
    label: "Answers in the last minute",
    value: ({ live }) => live.calls.count,
  },
  {
    name: "godwit_calls_failed_last_minute",
    group: "Venue",
    label: "Of them failed",
    value: ({ live }) => live.calls.failed,
    look: (value) => (value > 0 ? 'Look for "call failed" in the log.' : undefined),
  },
  {
    name: "godwit_call_p50_seconds",
    group: "Venue",
    label: "Half are answered within",
    value: ({ live }) => live.calls.p50 / 1000,
    show: seconds,
  },
  {
    name: "godwit_call_p99_seconds",
    group: "Venue",
    label: "99 of 100 within",
    value: ({ live }) => live.calls.p99 / 1000,
    show: seconds,
    look: (value) => (value > 1 ? "People notice this." : undefined),
  },
  {
    name: "godwit_tick_seconds",
    group: "Venue",
    label: "The last tick of the engines took",
    value: ({ live }) => live.tick.lastMs / 1000,
    show: seconds,
    look: (value) => (value > 1 ? "Fills come late." : undefined),
  },
  {
    name: "godwit_tick_age_seconds",
    group: "Venue",
    label: "It ended",
    value: ({ live }) => live.tick.ageMs / 1000,
    show: (value) => `${seconds(value)} ago`,
    look: (value) => (value > 10 ? "The engines stand still." : undefined),
  },
  {
    name: "godwit_jobs_failed_total",
    group: "Venue",
    label: "Jobs that failed since the start",
    value: ({ live }) => live.tick.failedJobs,
    look: (value) => (value > 0 ? 'Look for "job failed" in the log.' : undefined),
  },
  {
    name: "godwit_event_loop_p99_seconds",
    group: "Venue",
    label: "Delay of the event loop, 99 of 100",
    value: ({ live }) => live.eventLoopP99Ms / 1000,
    show: seconds,
    look: (value) => (value > 0.2 ? "The process has more to do than it can." : undefined),
  },
  {
    name: "godwit_reads_turned_away_total",
    group: "Venue",
    label: "Reads turned away since the start, for want of time",
    value: ({ live }) => live.turnedAway,
    look: (value) => (value > 0 ? "More was asked than the process could answer." : undefined),
  },
  {
    name: "godwit_log_errors_total",
    group: "Venue",
    label: "Errors since the start, repeats included",
    value: ({ live }) => live.errors,
    look: (value) => (value > 0 ? "Read them." : undefined),
  },
  {
    name: "godwit_log_warnings_total",
    group: "Venue",
    label: "Warnings since the start, repeats included",
    value: ({ live }) => live.warnings,
  },
  {
    name: "godwit_clock_off_seconds",
    group: "Machine",
    label: "The machine's clock is off by",
    value: ({ live }) => (live.leap?.offMs ?? 0) / 1000,
    show: (value) =>
      value === 0 ? "nothing" : `${value < 0 ? "−" : ""}${seconds(Math.abs(value))}`,
    look: (_value, { live }) =>
      live.leap === null
        ? undefined
        : `It leapt, and the venue goes on by the time as it was. Set the clock right, or follow it here if it is right now.${live.leap.followsAt === null ? "" : " The venue follows it by itself in a few minutes."}`,
  },
  {
    name: "godwit_books_hold",
    group: "Books",
    label: "Last check",
    value: ({ live }) =>
      live.books === null ? Number.NaN : live.books.broken.length === 0 ? 1 : 0,
    show: (_value, { live }) =>
      live.books === null ? "not yet" : live.books.broken.length === 0 ? "all holds" : "BROKEN",
    look: (_value, { live }) =>
      live.books && live.books.broken.length > 0
        ? `Stop withdrawals and find out why: ${live.books.broken.join("; ").slice(0, 200)}`
        : undefined,
  },
  {
    name: "godwit_books_check_age_seconds",
    group: "Books",
    label: "It ended",
    value: ({ live, now }) => (live.books === null ? Number.NaN : (now - live.books.at) / 1000),
    show: (value) => (Number.isNaN(value) ? "–" : `${seconds(value)} ago`),
    look: (value) => (value > 86_400 ? "The books were not checked for a day." : undefined),
  },
  {
    name: "godwit_books_check_seconds",
    group: "Books",
    label: "It took",
    value: ({ live }) => (live.books === null ? Number.NaN : live.books.tookMs / 1000),
    show: seconds,
  },
  {
    name: "godwit_backup_age_seconds",
    group: "Books",
    label: "Last backup",
    value: ({ live, now }) =>
      live.backedUpAt === null ? Number.NaN : (now - live.backedUpAt) / 1000,
    show: (value, { live }) =>
      live.backedUpAt === null
        ? "BACKUP_DIR is not set"
        : live.backedUpAt === 0
          ? "none yet"
          : `${seconds(value)} ago`,
    look: (value, { live, backupEveryHours }) =>
      live.upSec > 600 && value > 2 * backupEveryHours * 3600
        ? 'No backup was made for twice the time between two: look for "no backup could be made" in the log.'
        : undefined,
  },
  {
    name: "godwit_disk_free_bytes",
    group: "Machine",
    label: "Free on the disk",
    value: ({ diskFreeBytes }) => diskFreeBytes,
    show: bytes,
    look: (value) =>
      value < leastDiskBytes ? "Below 200 MB the venue writes nothing more." : undefined,
  },
  {
    name: "godwit_database_bytes",
    group: "Machine",
    label: "Database",
    value: ({ databaseBytes }) => databaseBytes,
    show: bytes,
  },
  {
    name: "godwit_memory_bytes",
    group: "Machine",
    label: "Memory of the venue",
    value: ({ live }) => live.memoryBytes,
    show: bytes,
  },
  {
    name: "godwit_up_seconds",
    group: "Machine",
    label: "Running for",
    value: ({ live }) => live.upSec,
    show: seconds,
  },
];
