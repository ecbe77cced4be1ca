/**
 * The whole exchange as one function from request to response and one from time to effects. Opens
 * no port and reads no clock of its own.
 */
import type { KeyObject } from "node:crypto";
import { marketEndpoints, periods } from "#protocol/api/market.ts";
import { foreignOrigins } from "#protocol/wire/runtime-config.ts";
import { autoCertification } from "./account/certification/cert-decide.ts";
import { createAlertEngine } from "./account/alerts/alert-engine.ts";
import { NoticeAnnouncer, addNotice } from "./account/notices/notices.ts";
import { PushQueue } from "./account/push/push-queue.ts";
import type { SendPush } from "./account/push/push-sender.ts";
import type { MarketSource } from "./feed/market-source.ts";
import type { PushKey } from "./keys/push-key.ts";
import { ClockGuard } from "./lib/clock.ts";
import type { SteadyClock } from "./lib/steady-clock.ts";
import type { VenueDeps } from "./deps/venue-deps.ts";
import { Api } from "./http/api/api.ts";
import type { Authenticate } from "./deps/handler.ts";
import type { NotifyBus } from "./deps/notify-bus.ts";
import type { LimitShare } from "./deps/shared-bus.ts";
import { BuildGenerations } from "./http/files/build-generations.ts";
import { StaticFiles } from "./http/files/static-files.ts";
import { sealBlocks } from "./ledger/blocks.ts";
import { createHtxCompatibility } from "./market/htx-compatibility/htx-compatibility.ts";
import { checkBooks } from "./operator/acts/check-ledger.ts";
import { createDesk } from "./operator/desk/desk.ts";
import { LiveConf } from "./operator/conf/live-conf.ts";
import { Watch } from "./operator/watch/watch.ts";
import { createPerpetualEngine } from "./contracts/engine.ts";
import { createContractFigures } from "./contracts/records/contract-figures.ts";
import { servedUpload } from "./upload/handlers.ts";
import { findUpload } from "./upload/rows.ts";
import { sweepUploads } from "./upload/store-upload.ts";
import { quoteCurrency } from "./platform/currencies.ts";
import { Icons } from "./platform/icons/icons.ts";
import { AutoReview } from "./review/auto-review.ts";
import { createRows } from "./routes.ts";
import { createSecondsEngine } from "./seconds/engine.ts";
import { createReceiptWriter } from "./seconds/proof/receipt-writer.ts";
import { createOrderSigner } from "./seconds/proof/sign-order.ts";
import { createTickLog } from "./seconds/proof/tick-log.ts";
import { AuditLog } from "./session/audit/audit-log.ts";
import { Codes, type CodeSender, outboxSender } from "./session/codes/codes.ts";
import { LoginThrottle } from "./session/throttle/login-throttle.ts";
import { MailQueue } from "./session/mail/mail-queue.ts";
import { PasswordHasher } from "./session/password/password-hasher.ts";
import { SessionGate } from "./session/session-gate.ts";
import type { SendMail } from "./session/mail/smtp-sender.ts";
import { sweepSessions } from "./session/sweep-sessions.ts";
import { WithdrawalThrottle } from "./session/throttle/withdrawal-throttle.ts";
import { createSite } from "./site.ts";
import { createShownMarket } from "./matching/shown-market.ts";
import { createStandstillWatch } from "./matching/standstill.ts";
import { createSpotEngine } from "./spot/engine.ts";
import { ReviewDesk } from "./spot/review/sell-reviews.ts";
import { usdtPrices } from "./wallet/assets/account-snapshot.ts";
import { channelsProblem } from "./wallet/channels/channels.ts";
import { autoRecharge } from "./wallet/recharge/recharge-decide.ts";
import { autoReviewsOut } from "./wallet/withdrawal/withdrawal-auto-review.ts";
import { listedScales } from "./ledger/currency-scales.ts";
import { WrongSetting } from "./settings/wrong-setting.ts";

export interface VenueOptions extends VenueDeps {
  /** Every session token is made from it. */
  serverKey: KeyObject;
  /** By which push services know the venue; absent where pushes are off. */
  pushKey?: PushKey | undefined;
  /** Sends pushes to devices; absent where they are off. */
  sendPush?: SendPush | undefined;
  /** Sends codes to their users; without it they only go to the outbox. */
  sendCode?: CodeSender;
  /** Sends what the outbox queues; absent where no mail server is set up. */
  sendMail?: SendMail | undefined;
  /** Folder of the built app; absent where another server has it. */
  staticRoot?: string | undefined;
  /** Folder of the files of earlier builds; without it they are not stored. */
  generationsDir?: string | undefined;
  /**
   * A clock in ms that is never set, to detect that the system clock was set. Without it only jumps from
   * tick to tick are detected.
   */
  monotonic?: () => number;
  /** The venue's clock, where it may be another than the machine's. */
  steady?: Pick<SteadyClock, "leap" | "follow">;
  /** Counts and times what happens; one of its own where absent. */
  watch?: Watch;
  /** Reaches the streams of this process alone, where `bus` reaches those of others, too. */
  ownBus?: NotifyBus | undefined;
  /** Where several processes share the limits. */
  limitShare?: LimitShare | undefined;
  /** Validates every answer by its row. */
  checkAnswers?: boolean;
}

export interface Venue {
  /** The market as people see it, for the stream: less what orders took of it a moment ago. */
  market: MarketSource;
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /** The requests of the operators' port, which no other port answers. */
  deskFetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /** Loads the settings that operators changed, and what was announced already, before the first request. */
  readConf(): Promise<void>;
  /** Runs the jobs that are due at `now` (Unix ms). It may be called late or twice; nothing happens twice. */
  tick(now: number): Promise<void>;
  authenticate: Authenticate;
  /** Which of these sessions are still valid, for the streams that they opened. */
  liveSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /**
   * Answers a few charts, as screens ask for them, to nobody, before the first request: code that has run is several times as fast, and who
   * comes first would wait for it.
   */
  rehearse(): Promise<void>;
  /** Reads the icons and compresses the app's files before the first request. */
  warm(): Promise<void>;
  /** Writes what waits for the next tick. It does not close the store and the source, which the caller opened. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;
const rehearsedMarkets = 3;

/**
 * @throws WrongSetting for funds or networks of a currency, or reviews of a symbol, that the venue
 *   does not know, and for limits that contradict each other
 */
export function createVenue(options: VenueOptions): Venue {
  const { store, source, currencies, settings, clock, random, log, serverKey } = options;
  const { limits } = settings;
  for (const currency of Object.keys(settings.welcome)) {
    if (source.symbols().length > 0 && !currencies.has(currency))
      throw new WrongSetting(`WELCOME names ${currency}, which is not traded here.`);
  }
  for (const symbol of Object.keys(settings.sellReviewOver)) {
    if (source.symbols().length > 0 && !source.spec(symbol))
      throw new WrongSetting(`SELL_REVIEW_OVER names ${symbol}, which is not traded here.`);
  }
  const problem = channelsProblem(options);
  if (problem !== undefined) throw new WrongSetting(problem);
  const audit = new AuditLog(store, log);
  const gate = new SessionGate({ store, limits, serverKey, audit, log });
  const sessionDeps = {
    ...options,
    audit,
    addNotice,
    throttle: new LoginThrottle(limits),
    withdrawals: new WithdrawalThrottle(limits),
    hasher: new PasswordHasher({
      cost: { memoryKiB: limits.argonMemoryKiB, passes: limits.argonPasses },
      pool: limits.argonPool,
      queue: limits.argonQueue,
      random,
    }),
    codes: new Codes({ serverKey, limits, random }),
    sendCode: options.sendCode ?? outboxSender(log, undefined, options.sendMail !== undefined),
    isMailed: options.sendMail !== undefined,
  };
  const monotonic = options.monotonic ?? (() => 0);
  const watch =
    options.watch ?? new Watch({ ...options, monotonic, checkBooks: () => checkBooks(store) });
  watch.follow({ leap: () => options.steady?.leap ?? null });
  const shown = createShownMarket(options);
  const alerts = createAlertEngine(options);
  const signOrder = createOrderSigner(options.receiptKey);
  const figures = createContractFigures(options);
  const rows = createRows(
    { ...options, signOrder, pushKey: options.pushKey ?? null, alerts, figures },
    sessionDeps,
    shown.market,
  );
  const api = new Api({
    store,
    settings,
    clock,
    random,
    log,
    gate,
    limitShare: options.limitShare,
    checkAnswers: options.checkAnswers ?? false,
  });
  const { staticRoot, generationsDir } = options;
  const generations =
    staticRoot !== undefined && generationsDir !== undefined
      ? new BuildGenerations({ appDir: staticRoot, dir: generationsDir })
      : undefined;
  const files =
    staticRoot === undefined
      ? null
      : new StaticFiles(
          staticRoot,
          settings.publicUrl,
          generations,
          foreignOrigins(settings.appConfig),
        );
  const icons = new Icons(
    (currency) => source.spec(`${currency}${quoteCurrency.toLowerCase()}`) !== undefined,
  );
  const site = createSite({
    settings,
    clock,
    log,
    api,
    rows,
    files,
    icons,
    watch,
    htxCompatibility: createHtxCompatibility(shown.market, clock, figures),
  });
  const conf = new LiveConf({
    store,
    settings,
    log,
    flags: () => [...listedScales(source.symbols()).keys()],
  });
  const desk = createDesk({
    ...sessionDeps,
    conf,
    watch,
    steady: options.steady,
    priceOf: (flag) => usdtPrices(source)(flag),
    async readPicture(id) {
      const picture = await store.read((db) => findUpload(db, id));
      return picture && servedUpload(picture);
    },
  });
  const standstills = createStandstillWatch({ ...options, addNotice });
  const spot = createSpotEngine(options);
  const perpetual = createPerpetualEngine(options);
  const seconds = createSecondsEngine({ ...options, appendReceipt: createReceiptWriter(options) });
  const tickLog = createTickLog(options);
  const reviews = new ReviewDesk(options);
  const autoReviews = new AutoReview(options, [
    autoRecharge(audit),
    autoCertification(audit),
    ...autoReviewsOut(options, audit),
  ]);
  const announcer = new NoticeAnnouncer({ ...options, bus: options.ownBus ?? options.bus });
  const mails =
    options.sendMail &&
    new MailQueue({ store, settings, clock, log, audit, send: options.sendMail });
  const pushes =
    options.sendPush && new PushQueue({ store, settings, clock, log, send: options.sendPush });
  const guard = new ClockGuard(monotonic);
  let sweptAt = 0;

  function watchClock(now: number): void {
    const backMs = Math.round(guard.behindMs(now));
    if (backMs === 0) return;
    log("error", "the clock was set back", { backMs });
    audit.later({
      event: "clock-set-back",
      outcome: "ok",
      ip: "",
      requestId: "",
      now,
      facts: { back_ms: backMs },
    });
  }

  /** The jobs of each minute. */
  async function sweep(now: number): Promise<void> {
    // A clock that was set back must not stop the sweep.
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    api.sweep(now);
    site.sweep(now);
    desk.sweep(now);
    await sweepSessions(store, now);
    await sweepUploads(options, now);
    await generations?.take(now);
  }

  /** In the order in which they run. */
  const jobs: Readonly<Record<string, (now: number) => Promise<unknown>>> = {
    currencies: (now) => currencies.refresh(now),
    conf: () => conf.tick(),
    standstills: () => standstills.tick(),
    spot: () => spot.tick(),
    contracts: () => perpetual.tick(),
    shown: () => shown.tick(),
    seconds: (now) => seconds.tick(now),
    ticks: (now) => tickLog.tick(now),
    reviews: () => reviews.tick(),
    autoReviews: () => autoReviews.tick(),
    alerts: (now) => alerts.tick(now),
    announcements: () => announcer.tick(),
    mails: async (now) => mails?.tick(now),
    pushes: async (now) => pushes?.tick(now),
    audit: (now) => audit.flush(now),
    blocks: (now) => sealBlocks(store, now),
    sweep: (now) => sweep(now),
  };

  return {
    market: shown.market,
    fetch: site.fetch,
    deskFetch: desk.fetch,
    async readConf() {
      await conf.tick();
      await announcer.begin();
    },
    async tick(now) {
      const began = monotonic();
      watchClock(now);
      source.tick(now);
      // A failed job delays no other, and runs again at the next tick.
      for (const [name, job] of Object.entries(jobs)) await watch.job(name, () => job(now));
      watch.ticked(began);
    },
    authenticate: (headers, ip, deviceSignature) => api.authenticate(headers, ip, deviceSignature),
    liveSessions: (ids) => gate.liveSessions(ids, clock.now()),
    async rehearse() {
      for (const { symbol } of source.symbols().slice(0, rehearsedMarkets))
        for (const period of periods) {
          const address = `http://${settings.host}${marketEndpoints.kline.path}?symbol=${symbol}&period=${period}&size=500`;
          const request = new Request(address, { headers: { "Accept-Encoding": "br" } });
          await site.fetch(request, { ip: "::" });
        }
    },
    async warm() {
      await icons.warm();
      await files?.warm();
    },
    async close() {
      await mails?.close();
      await pushes?.close();
      // What was counted in this minute goes in, too.
      await audit.flush(clock.now() + 60_000);
    },
  };
}
