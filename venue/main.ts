/** Starts the venue: settings, store, market, port, signals and the one real clock. */
import { existsSync, mkdirSync } from "node:fs";
import { uptime } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createPushSender } from "./account/push/push-sender.ts";
import { createNotifyBus } from "./deps/notify-bus.ts";
import { createSharedBus, type SharedBus } from "./deps/shared-bus.ts";
import { HtxRelay } from "./feed/htx/htx-relay.ts";
import { createHtxSource } from "./feed/htx/htx-source.ts";
import type { MarketSource } from "./feed/market-source.ts";
import { createSimulator } from "./feed/simulator/create-simulator.ts";
import { type HttpServer, createHttpServer } from "./http/http-server.ts";
import { LoadShedder } from "./http/load-shedder.ts";
import { isForeignOrigin } from "./http/origin.ts";
import { type MarketSeed, loadMarketSeed } from "./keys/market-seed.ts";
import { loadPushKey } from "./keys/push-key.ts";
import { guardKeys } from "./heads/guard-keys.ts";
import { loadReceiptKey } from "./keys/receipt-key.ts";
import { loadServerKey } from "./keys/server-key.ts";
import { openCurrencies } from "./ledger/currency-scales.ts";
import { guardHeads } from "./heads/guard-heads.ts";
import { createHeadsWriter } from "./heads/heads-file.ts";
import { guardMarket, marketIdentity } from "./market-guard.ts";
import { createStream } from "./market/stream/stream.ts";
import { migrations } from "./migrations.ts";
import { outboxSender } from "./session/codes/codes.ts";
import { createSmtpSender } from "./session/mail/smtp-sender.ts";
import { checkBooksBeside } from "./operator/acts/check-beside.ts";
import { createBackupSchedule } from "./operator/backup/backup-schedule.ts";
import { createJsonLog } from "./operator/watch/json-log.ts";
import { Watch } from "./operator/watch/watch.ts";
import { packageRoot } from "./lib/package-root.ts";
import { createRandomBytes } from "./lib/random-bytes.ts";
import { SteadyClock } from "./lib/steady-clock.ts";
import { readSettings } from "./settings/read-settings.ts";
import { type Settings, defaultSettings, seedKind } from "./settings/settings.ts";
import { WrongSetting } from "./settings/wrong-setting.ts";
import { startFault } from "./start-fault.ts";
import { openStore } from "./store/open-store.ts";
import { lookThrough } from "./store/postgres-look-through.ts";
import { openChannel, OtherIdentity } from "./store/postgres-channel.ts";
import type { Log, Store } from "./store/store.ts";
import { type Venue, type VenueOptions, createVenue } from "./venue.ts";

const graceMs = 10_000;
const drainMs = 2500;
const pushTimeoutMs = 10_000;
const streamEveryMs = 100;
const relayChannelName = "godwit_market";
/**
 * The market model's second is complete when it begins; a few ms keep timers from firing before it.
 */
const afterSecondMs = 5;

const simulatedMarkets = {
  own: "simulated market",
  given: "simulated market of a given seed: those who know it can compute its future prices",
  public: "simulated market of the public seed: anybody can compute its future prices",
} as const;

const random = createRandomBytes();
const monotonic = () => performance.now();
const clock = new SteadyClock({ wall: () => Date.now(), monotonic, uptime }, (leap) =>
  leap === null
    ? log("warn", "the leap of the machine's clock is over: the venue follows it")
    : log(
        "error",
        "the machine's clock leapt: the venue goes on by the time as it was; set the clock right, or follow it on the operators' desk",
        { ...leap },
      ),
);
/** What is logged is counted from the first on, before there is a watch. */
let countLine: (level: Parameters<Log>[0]) => void = () => undefined;
const writeLine = createJsonLog((line) => process.stderr.write(line), {
  now: () => clock.now(),
  monotonic,
});
const log: Log = (level, event, facts) => {
  countLine(level);
  writeLine(level, event, facts);
};

async function start(): Promise<void> {
  // What the venue writes, its database above all, is for its own user, also in a folder that was there before.
  process.umask(0o077);
  const settings = readSettings(process.env);
  const store = await openDatabase(settings);
  await store.migrate(migrations);
  await guardHeads({ store, settings, clock });
  const serverKey = loadServerKey(settings, random);
  const receiptKey = loadReceiptKey(settings, random);
  const pushes = pushOf(settings);
  await guardKeys(
    { store, settings, log },
    { server: serverKey, receipt: receiptKey, push: pushes.pushKey },
    clock.now(),
  );
  const seed = settings.market === "sim" ? loadMarketSeed(settings, random) : undefined;
  const shared = await openShared(settings, seed);
  const openingDay = await guardMarket(store, seed, clock.now());
  const relay = seed === undefined ? await openRelay(settings) : undefined;
  const source = openSource(settings, seed, openingDay, relay);
  // A source out of reach waits on timers that hold no process open; that is no reason to end.
  const holdOpen = setInterval(() => undefined, 60_000);
  await source.start(clock.now());
  const currencies = await openCurrencies(store, source, clock.now());
  const bus = shared?.bus ?? createNotifyBus();
  const appDir = resolve(settings.appDir ?? join(packageRoot, "dist"));
  if (settings.appDir !== null && !existsSync(appDir))
    throw new WrongSetting(
      `APP_DIR ${appDir} is not there; "npm run build" makes the app in dist.`,
    );
  const watch = new Watch({
    store,
    source,
    settings,
    clock,
    monotonic,
    log,
    checkBooks: () => checkBooksBeside(settings),
    isProcess: true,
  });
  countLine = (level) => watch.line(level);
  const venue = createVenue({
    watch,
    steady: clock,
    store,
    source,
    currencies,
    settings,
    clock,
    random,
    log,
    bus,
    ownBus: shared?.own,
    limitShare: shared?.limits,
    serverKey,
    receiptKey,
    ...pushes,
    staticRoot: appDir,
    generationsDir: join(settings.dataDir, "generations"),
    monotonic,
    sendCode: outboxSender(
      log,
      (line) => process.stdout.write(`${line}\n`),
      settings.mail !== null,
    ),
    sendMail:
      settings.mail === null
        ? undefined
        : createSmtpSender({ ...settings.mail, timeoutMs: settings.limits.mailTimeoutMs }),
  });
  await venue.readConf();
  const stream = createStream({
    source: venue.market,
    clock,
    settings,
    log,
    bus,
    authenticate: venue.authenticate,
    liveSessions: venue.liveSessions,
  });
  const shedder = new LoadShedder(settings.limits, log, monotonic);
  const server = createHttpServer({
    settings,
    log,
    clock,
    shedder,
    fetch: venue.fetch,
    upgrade: (request, socket, head, address) =>
      !isForeignOrigin(request.headers.origin, request.headers.host, settings) &&
      stream.upgrade(request, socket, head, address),
  });
  if (settings.warmUp) {
    await venue.tick(clock.now());
    await venue.rehearse();
  }
  watch.follow({
    connections: () => server.connections(),
    streams: () => stream.connections(),
    turnedAway: () => shedder.turnedAway,
  });
  const port = await server.listen();
  shedder.start();
  if (!existsSync(join(appDir, "index.html")))
    log("warn", 'there is no built app to serve; "npm run build" makes one', { appDir });
  const desk = await openDesk(settings, venue.deskFetch);
  clearInterval(holdOpen);
  const backups = createBackupSchedule({ settings, log, monotonic });
  watch.follow({
    backedUpAt: () => (settings.backup.dir === null ? null : (backups.lastAt() ?? 0)),
  });
  const writeHeads = createHeadsWriter({ store, settings, clock });
  const stopTicking = keepTicking(async (now) => {
    await venue.tick(now);
    backups.tick(now);
    await writeHeads();
  });
  // Jobs that take long must not keep the market waiting, which other processes may have from this one.
  const stopReading = seed === undefined ? keepTicking(async (now) => source.tick(now)) : undefined;
  const pushing = setInterval(() => stream.tick(clock.now()), streamEveryMs);
  if (settings.warmUp)
    void venue
      .warm()
      .catch((error: unknown) => log("warn", "files not compressed ahead", { error }));

  // Before it says that it is open: who reads that may ask it to end.
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log("info", "venue stopping", { signal });
    watch.stop();
    // A proxy looks each second whether this venue is ready; until then it sends people here, who are still answered.
    if (settings.trustedProxies.length > 0) await sleep(drainMs);
    clearInterval(pushing);
    shedder.stop();
    stream.close();
    await Promise.all([
      server.close(graceMs),
      desk?.server.close(graceMs),
      // Another process reads HTX from then on.
      Promise.all([stopTicking(), stopReading?.()]).then(() => relay?.resign()),
    ]);
    await venue.close();
    await source.close();
    await shared?.close();
    await store.close();
    log("info", "venue stopped");
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).then(
        () => process.exit(0),
        (error: unknown) => {
          log("error", "stop failed", { error });
          process.exit(1);
        },
      );
    });
  }

  const host =
    settings.host === "127.0.0.1" || settings.host === "::1" ? "localhost" : settings.host;
  const market =
    settings.market === "sim" ? simulatedMarkets[seedKind(settings.seed)] : "HTX market data";
  process.stdout.write(
    `${settings.name} is open at ${settings.publicUrl ?? `http://${host}:${port}`} (paper trading, ${market})\n`,
  );
  if (desk)
    process.stdout.write(
      `Operators: http://${settings.operatorHost === defaultSettings.operatorHost ? "localhost" : settings.operatorHost}:${desk.port}\n`,
    );
  log("info", "venue started", {
    port,
    host: settings.host,
    market: settings.market,
    database: store.engine,
  });
}

/**
 * The line to the other processes of the database; undefined where it is embedded.
 * @throws WrongSetting where another process makes another market
 */
async function openShared(
  { databaseUrl, databaseListenUrl }: Settings,
  seed: MarketSeed | undefined,
): Promise<SharedBus | undefined> {
  const url = databaseListenUrl ?? databaseUrl;
  if (url === null) return undefined;
  const identity = marketIdentity(seed);
  try {
    return await createSharedBus(
      (options) => openChannel({ databaseUrl: url, identity, log, ...options }),
      log,
    );
  } catch (error) {
    if (!(error instanceof OtherIdentity)) throw error;
    throw new WrongSetting(
      "Another venue works on this database with another market: give this one its MARKET and SEED (or its market.seed).",
    );
  }
}

/** By which the processes of a database share one line to HTX; undefined where the database is embedded. */
async function openRelay({
  databaseUrl,
  databaseListenUrl,
}: Settings): Promise<HtxRelay | undefined> {
  const url = databaseListenUrl ?? databaseUrl;
  if (url === null) return undefined;
  const identity = marketIdentity(undefined);
  return HtxRelay.open({
    open: (handlers) =>
      openChannel({
        databaseUrl: url,
        identity,
        log,
        name: relayChannelName,
        batchMs: 0,
        ...handlers,
      }),
    log,
    monotonic,
  });
}

/** Pushes to devices, where the operator has not switched them off. */
function pushOf(settings: Settings): Pick<VenueOptions, "pushKey" | "sendPush"> {
  if (!settings.push) return {};
  const pushKey = loadPushKey(settings, random);
  const subject =
    settings.publicUrl?.startsWith("https:") === true
      ? settings.publicUrl
      : `mailto:${settings.mail?.from.address ?? "operator@godwit.example"}`;
  return { pushKey, sendPush: createPushSender(pushKey, { subject, timeoutMs: pushTimeoutMs }) };
}

/**
 * A directory another venue has or that cannot be written, a database that does not answer: the
 * operator's to mend, like a setting.
 */
async function openDatabase(settings: Settings): Promise<Store> {
  try {
    // Keys and heads lie there, also where the database does not.
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new WrongSetting(`DATA_DIR cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
  try {
    const store = openStore({
      dataDir: settings.dataDir,
      databaseUrl: settings.databaseUrl ?? undefined,
      log,
      random: Math.random,
    });
    await store.ping();
    if (settings.databaseUrl !== null) await lookThrough(settings.databaseUrl);
    return store;
  } catch (error) {
    if (startFault(error) !== undefined) throw error;
    const fault =
      settings.databaseUrl === null ? "DATA_DIR cannot be used" : "DATABASE_URL cannot be reached";
    throw new WrongSetting(`${fault}: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * The operators' port. One that was asked for must open; the usual one may be another venue's of
 * this machine, which then has the desk, and this venue opens all the same.
 */
async function openDesk(
  settings: Settings,
  fetch: Venue["deskFetch"],
): Promise<{ server: HttpServer; port: number } | undefined> {
  const { operatorHost: host, operatorPort: port } = settings;
  if (port === null) return undefined;
  const server = createHttpServer({
    settings: { ...settings, host, port, trustedProxies: [] },
    log,
    clock,
    fetch,
    upgrade: () => false,
  });
  try {
    return { server, port: await server.listen() };
  } catch (error) {
    if (port !== defaultSettings.operatorPort)
      throw new WrongSetting(`OPERATOR_PORT cannot be opened: ${reasonOf(error)}.`, {
        cause: error,
      });
    log(
      "warn",
      "the operators' desk is not open: its port is in use or barred; set OPERATOR_PORT to another",
      { port },
    );
    return undefined;
  }
}

/** One line of why; a name with several addresses fails once for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function openSource(
  settings: Settings,
  seed: MarketSeed | undefined,
  openingDay: number,
  relay: HtxRelay | undefined,
): MarketSource {
  if (seed === undefined)
    return createHtxSource({
      clock,
      random: Math.random,
      log,
      hosts: settings.htx,
      ringDir: join(settings.dataDir, "index-rings"),
      relay,
    });
  return createSimulator({
    master: seed.master,
    seedKind: seed.kind,
    openingDay,
    rollupDir: join(settings.dataDir, "rollups"),
    warm: settings.warmUp,
  });
}

/**
 * Ticks just after each second begins, never two at once. Answers the function that stops it, which waits for
 * the last.
 */
function keepTicking(tick: (now: number) => Promise<void>): () => Promise<void> {
  const stopped = new AbortController();
  const ticking = (async () => {
    while (!stopped.signal.aborted) {
      const waitMs = 1000 + afterSecondMs - (clock.now() % 1000);
      await sleep(waitMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await tick(clock.now()).catch((error: unknown) => log("error", "tick failed", { error }));
    }
  })();
  return () => {
    stopped.abort();
    return ticking;
  };
}

// Who reads the output may end before the venue does.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

start().catch((error: unknown) => {
  const fault = startFault(error);
  if (fault !== undefined) process.stderr.write(`The venue cannot start. ${fault}\n`);
  else {
    process.stderr.write(
      "The venue cannot start, by a fault of its own. Please report it with the next line.\n",
    );
    log("error", "venue could not start", { error });
  }
  process.exit(1);
});
