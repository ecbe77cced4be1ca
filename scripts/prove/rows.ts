import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tests/harness/root.ts";

/**
 * What `npm run prove` runs: a row for each claim of docs/design/reliability.md, section 3, with the test files that
 * hold it. `npm test` runs the same files with their smallest figures.
 */
export interface ProofRow {
  id: string;
  /** What is tried, in a few words. */
  what: string;
  files: readonly string[];
  /** Settings of the tests for the figures C. */
  usual?: Readonly<Record<string, string>>;
  /** What replaces or joins them for the figures R. */
  full?: Readonly<Record<string, string>>;
  /** The setting that takes the seed; fast-check's own seed is always set. */
  seed?: string;
  /** It measures how long others wait, so that no other row runs beside it. */
  alone?: true;
}

/** Test files that run on SQLite and on PostgreSQL. */
const onBothDatabases = globSync("tests/venue/**/*.test.ts", { cwd: root })
  .filter((file) => readFileSync(join(root, file), "utf8").includes("describeDatabases"))
  .toSorted();

export const proofRows: readonly ProofRow[] = [
  {
    id: "T-SIM",
    what: "random commands against plain models of ledger, spot, contracts and seconds",
    files: [
      "tests/venue/ledger/model.test.ts",
      "tests/venue/spot/engine-properties.test.ts",
      "tests/venue/contracts/simulation.test.ts",
      "tests/venue/seconds/simulation.test.ts",
    ],
    usual: {
      CONTRACT_SEEDS: "40",
      CONTRACT_COMMANDS: "300",
      SECONDS_SEEDS: "40",
      SECONDS_COMMANDS: "300",
    },
    full: {
      CONTRACT_SEEDS: "1000",
      CONTRACT_COMMANDS: "500",
      SECONDS_SEEDS: "1000",
      SECONDS_COMMANDS: "500",
    },
  },
  {
    id: "T-KILL",
    what: "the venue and its PostgreSQL killed under load: what was acknowledged is there, once",
    files: ["tests/venue/attack/kill.test.ts", "tests/venue/store/kill.test.ts"],
    usual: { KILL_CYCLES: "25", CRASH_CYCLES: "5", FIRST_STARTS: "5" },
    full: { KILL_CYCLES: "1000", CRASH_CYCLES: "300", FIRST_STARTS: "100" },
  },
  {
    id: "T-POWER",
    what: "power lost while the venue writes, however the log ends; damaged pages are refused",
    files: ["tests/venue/store/power-loss.test.ts", "tests/venue/store/damaged-postgres.test.ts"],
    usual: { POWER_TRIALS: "20", DAMAGED_PAGES: "5" },
    full: { POWER_TRIALS: "500", DAMAGED_PAGES: "100" },
  },
  {
    id: "T-DISK",
    what: "a disk that fills under load: writes refused, nothing lost, no restart",
    files: [
      "tests/venue/attack/full-disk.test.ts",
      "tests/venue/store/full-disk.test.ts",
      "tests/venue/store/store.test.ts",
    ],
    usual: { DISK_FILLS: "3" },
    full: { DISK_FILLS: "20" },
  },
  {
    id: "T-SOAK",
    what: "a steady load of a real mix: no failure, books hold, memory and open files stay",
    files: ["tests/venue/attack/soak.test.ts"],
    usual: { SOAK_SECONDS: "60" },
    full: { SOAK_SECONDS: "3600" },
    alone: true,
  },
  {
    id: "T-DOS",
    what: "half-open requests, endless bodies, log-ins and uploads from one address: others are served",
    files: [
      "tests/venue/attack/flood.test.ts",
      "tests/venue/http/withheld-body.test.ts",
      "tests/venue/http/limits.test.ts",
    ],
    usual: { FLOOD: "1" },
    alone: true,
  },
  {
    id: "T-RACE",
    what: "many at one balance, order, position or contract at once",
    files: [
      "tests/venue/attack/overdraw.test.ts",
      "tests/venue/ledger/race.test.ts",
      "tests/venue/wallet/withdrawal-races.test.ts",
      "tests/venue/spot/cancel-races.test.ts",
      "tests/venue/contracts/close-races.test.ts",
      "tests/venue/contracts/engine-races.test.ts",
      "tests/venue/seconds/engine-races.test.ts",
      "tests/venue/session/race.test.ts",
    ],
    usual: { CONTRACT_ROUNDS: "20", SECONDS_ROUNDS: "20", RACE_ROUNDS: "20" },
    full: {
      CONTRACT_ROUNDS: "200",
      SECONDS_ROUNDS: "200",
      SECONDS_STRIDE: "1",
      RACE_ROUNDS: "200",
    },
  },
  {
    id: "T-DUP",
    what: "the same intent sent more than once has one effect and one answer",
    files: [
      "tests/venue/attack/repeated-intents.test.ts",
      "tests/venue/ledger/idempotent.test.ts",
      "tests/venue/http/lost-answer.test.ts",
    ],
    usual: { DUP_INTENTS: "500" },
    full: { DUP_INTENTS: "20000" },
  },
  {
    id: "T-FUZZ",
    what: "valid, nearly valid and hostile calls of every endpoint",
    files: ["tests/venue/http/fuzz.test.ts", "tests/venue/attack/hostile-order.test.ts"],
    usual: { FUZZ_RUNS: "5000" },
    full: { FUZZ_RUNS: "100000" },
  },
  {
    id: "T-AMT",
    what: "amounts, envelopes and JSON that are nearly right",
    files: [
      "tests/protocol/wire/amount.test.ts",
      "tests/protocol/wire/strict-json.test.ts",
      "tests/protocol/wire/envelope.test.ts",
      "tests/venue/http/envelopes.test.ts",
      "tests/venue/spot/place-order-amounts.test.ts",
    ],
  },
  {
    id: "T-SIG",
    what: "signatures: window, replay, another's id, changed content, a token without its device",
    files: [
      "tests/venue/attack/forged-signatures.test.ts",
      "tests/protocol/wire/signature.test.ts",
      "tests/venue/http/signature-gate.test.ts",
      "tests/venue/session/device-signature.test.ts",
    ],
    usual: { SIG_TRIALS: "300" },
    full: { SIG_TRIALS: "20000" },
  },
  {
    id: "T-IDOR",
    what: "every endpoint with every kind of caller",
    files: ["tests/venue/http/permissions.test.ts", "tests/venue/refusals.test.ts"],
  },
  {
    id: "T-AUTH",
    what: "log-in, codes, factors, passkeys, resets, revoked sessions, limits",
    files: [
      "tests/venue/account/passkeys.test.ts",
      "tests/venue/session/weak-password.test.ts",
      "tests/venue/session/login.test.ts",
      "tests/venue/session/forgot.test.ts",
      "tests/venue/session/revoke.test.ts",
      "tests/venue/session/totp.test.ts",
      "tests/venue/session/set-pass.test.ts",
      "tests/venue/session/password-hasher.test.ts",
      "tests/venue/session/class.test.ts",
      "tests/venue/session/wear.test.ts",
      "tests/venue/http/limits.test.ts",
    ],
  },
  {
    id: "T-UPL",
    what: "files that are not the pictures they say they are",
    files: ["tests/venue/upload/upload.test.ts", "tests/venue/upload/clean-image.test.ts"],
  },
  {
    id: "T-HEAD",
    what: "headers of every kind of answer",
    files: ["tests/venue/http/headers.test.ts"],
  },
  {
    id: "T-MIG",
    what: "databases of earlier versions, and a kill amid the change",
    files: ["tests/venue/store/store.test.ts", "tests/venue/store/kill.test.ts"],
  },
  {
    id: "T-BACKUP",
    what: "copies made beside a running venue, put back, and damaged ones refused",
    files: ["tests/venue/operator/backup.test.ts"],
  },
  {
    id: "T-CONN",
    what: "a database whose connection is lost, and several venues on one",
    files: [
      "tests/venue/store/connection-loss.test.ts",
      "tests/venue/deps/processes.test.ts",
      "tests/venue/deps/one-reader.test.ts",
    ],
  },
  {
    id: "T-PG",
    what: "each test of handlers, engines and records on PostgreSQL as on SQLite",
    files: onBothDatabases,
  },
  {
    id: "T-FEED",
    what: "a feed that lies, stops and comes back: no trade on a stale price",
    files: [
      "tests/venue/feed/chaos/connection.test.ts",
      "tests/venue/feed/chaos/garbage.test.ts",
      "tests/venue/feed/chaos/no-stale-trades.test.ts",
    ],
  },
  {
    id: "T-CLK",
    what: "clocks that leap: nothing is settled, ended or swept by a wrong one",
    files: [
      "tests/venue/lib/steady-clock.test.ts",
      "tests/venue/session/clock-set-back.test.ts",
      "tests/venue/contracts/standstill-nights.test.ts",
      "tests/venue/contracts/standstill.test.ts",
    ],
    usual: { NIGHTS: "20" },
    full: { NIGHTS: "200" },
  },
  {
    id: "T-GAIN",
    what: "bots that look for a gain without risk, and markets that can be predicted",
    files: [
      "tests/venue/attack/riskless/riskless.test.ts",
      "tests/venue/feed/simulator/predictability.test.ts",
      "tests/venue/feed/simulator/cross-market.test.ts",
    ],
    full: { WEEKS: "4" },
  },
  {
    id: "T-AGAIN",
    what: "days and candles of the market that others compute again, and results of seconds contracts with a character changed",
    files: [
      "tests/venue/feed/simulator/day.test.ts",
      "tests/venue/feed/simulator/klines.test.ts",
      "tests/venue/seconds/verify.test.ts",
    ],
  },
  {
    id: "T-OFF",
    what: "orders and forms whose line is torn at each part of the exchange",
    files: [
      "tests/browser/spot/order-outcome.test.ts",
      "tests/browser/journeys/torn.test.ts",
      "tests/browser/session/logout-offline.test.ts",
      "tests/browser/contracts/contracts.test.ts",
      "tests/browser/spot/orders.test.ts",
    ],
    usual: { TORN_EVERY: "11" },
    full: { TORN_EVERY: "1", TORN_CELLS: "all" },
  },
  {
    id: "T-SWU",
    what: "from build to build, back, and away from the worker",
    files: ["tests/browser/shell/update.test.ts"],
    usual: { UPDATE_MATRIX: "usual" },
    full: { UPDATE_MATRIX: "all" },
  },
  {
    id: "T-START",
    what: "starts that fail, and builds that never start",
    files: [
      "tests/browser/first-paint/watched-start.test.ts",
      "tests/browser/shell/healing.test.ts",
    ],
    usual: {},
    full: { START_CELLS: "all" },
  },
  {
    id: "T-EVI",
    what: "storage that is full, damaged, blocked, evicted or private",
    files: ["tests/browser/storage/storage.test.ts", "tests/browser/storage/whole-app.test.ts"],
    usual: { STORAGE_CELLS: "usual" },
    full: { STORAGE_CELLS: "all" },
  },
  {
    id: "T-LIFE",
    what: "pages that sleep, wake, go and come back; two tabs, two people, wrong clocks",
    files: ["tests/browser/shell/lifecycle.test.ts", "tests/browser/shell/clocks.test.ts"],
    usual: { LIFE_CELLS: "usual" },
    full: { LIFE_CELLS: "all" },
  },
  {
    id: "T-WIDE",
    what: "screens in windows of every size, theme and language, with large text, offline: whole, and axe finds nothing",
    files: ["tests/browser/trade/wide.test.ts"],
    usual: { WIDE_CELLS: "usual" },
    full: { WIDE_CELLS: "all" },
  },
  {
    id: "T-XSS",
    what: "answers damaged at random, on every screen",
    files: ["tests/browser/journeys/mutated-answers.test.ts", "tests/app/api/read-mutated.test.ts"],
    usual: { MUTATIONS: "1" },
    full: { MUTATIONS: "20" },
    seed: "MUTATIONS_SEED",
  },
  {
    id: "T-SCREEN",
    what: "each screen where answers do not come, without a network, before a stranger's server, of an account that is barred, before its style sheets; each language",
    files: [
      "tests/browser/journeys/screens.test.ts",
      "tests/browser/journeys/stranger-session.test.ts",
      "tests/browser/storage/offline.test.ts",
      "tests/browser/account/passwords.test.ts",
      "tests/browser/shell/languages.test.ts",
      "tests/browser/first-paint/first-load.test.ts",
    ],
  },
  {
    id: "T-HOST",
    what: "pages on one origin, the API on another, icons on a third",
    files: ["tests/browser/shell/elsewhere.test.ts"],
  },
  {
    id: "T-FOLD",
    what: "no word or figure cut off, and the order button above the tab bar",
    files: ["tests/browser/trade/fold.test.ts", "tests/browser/shell/whole-words.test.ts"],
    usual: {},
    full: { FOLD_CELLS: "all", WORDS_CELLS: "all" },
  },
];
