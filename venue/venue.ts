/**
 * The whole exchange as one function from request to response and one from time to effects. Opens no
 * port and reads no clock of its own.
 */
import type { KeyObject } from "node:crypto";
import type { SignedHeaders } from "#protocol/signature.ts";
import { autoCertification } from "./account/cert-review.ts";
import { NoticeAnnouncer } from "./account/notice-announcer.ts";
import { addNotice } from "./account/notices.ts";
import { ClockGuard } from "./clock-guard.ts";
import type { VenueDeps } from "./deps.ts";
import { Api } from "./http/api.ts";
import type { SessionUser } from "./http/handler.ts";
import { BuildGenerations } from "./http/build-generations.ts";
import { StaticFiles } from "./http/static-files.ts";
import { sealBlocks } from "./ledger/blocks.ts";
import { createHtxDoors } from "./market/htx-doors.ts";
import { createDesk } from "./operator/desk.ts";
import { LiveConf } from "./operator/live-conf.ts";
import { createPerpetualEngine } from "./perpetual/engine.ts";
import { servedPicture } from "./picture/handlers.ts";
import { readPicture } from "./picture/rows.ts";
import { sweepPictures } from "./picture/sweep-pictures.ts";
import { quoteCurrency } from "./platform/currencies.ts";
import { Icons } from "./platform/icons.ts";
import { AutoReview } from "./review/auto-review.ts";
import { createRows } from "./routes.ts";
import { createSecondsEngine } from "./seconds/engine.ts";
import { createReceiptWriter } from "./seconds/receipt-writer.ts";
import { createTickLog } from "./seconds/tick-log.ts";
import { AuditLog } from "./session/audit-log.ts";
import { Codes, type CodeSender, outboxSender } from "./session/codes.ts";
import { LoginThrottle } from "./session/login-throttle.ts";
import { MailQueue } from "./session/mail-queue.ts";
import { PasswordHasher } from "./session/password-hasher.ts";
import { SessionGate } from "./session/session-gate.ts";
import type { SendMail } from "./session/smtp-sender.ts";
import { sweepSessions } from "./session/sweep.ts";
import { WithdrawalThrottle } from "./session/withdrawal-throttle.ts";
import { createSite } from "./site.ts";
import { createSpotEngine } from "./spot/engine.ts";
import { ReviewDesk } from "./spot/review-desk.ts";
import { usdtPrices } from "./wallet/account-book.ts";
import { channelsProblem } from "./wallet/channels.ts";
import { autoRecharge } from "./wallet/recharge-decide.ts";
import { autoReviewsOut } from "./wallet/withdrawal-auto.ts";
import { listedScales } from "./wallet/currencies.ts";
import { WrongSetting } from "./wrong-setting.ts";

export interface VenueOptions extends VenueDeps {
  /** Every session token is made from it. */
  serverKey: KeyObject;
  /** How codes reach their users; the outbox alone unless given. */
  sendCode?: CodeSender;
  /** Sends what the outbox queues; absent where no mail server is set up. */
  sendMail?: SendMail | undefined;
  /** Folder of the built app; absent where another server has it. */
  staticRoot?: string | undefined;
  /** Where the parts of earlier builds are kept; absent: they are not. */
  generationsDir?: string | undefined;
  /** Ms since any moment, never set: what a step of the clock is seen by. Without it only steps from tick to tick are. */
  monotonic?: () => number;
  /** Holds every answer against its own row. */
  checkAnswers?: boolean;
}

export interface Venue {
  fetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /** What the operators' port answers, and no other. */
  deskFetch: (request: Request, client: { ip: string }) => Promise<Response>;
  /** Brings the settings up to what operators changed, ahead of the first request. */
  readConf(): Promise<void>;
  /** Does what is due at `now` (Unix ms). May be called late or twice; nothing happens twice. */
  tick(now: number): Promise<void>;
  /** The user who signed these headers, for the stream; null where they are not good. */
  authenticate: (headers: SignedHeaders, ip: string) => Promise<SessionUser | null>;
  /** Which of these sessions still open the door, for the streams they opened. */
  liveSessions: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Reads the icons and compresses the app's files ahead of the first visitor. */
  warm(): Promise<void>;
  /** Writes what waited for the next tick. The store and the source are their openers' to close. */
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** @throws WrongSetting for funds or networks of a currency, or reviews of a symbol, that the venue does not know, and for limits that contradict each other */
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
  const rows = createRows(options, sessionDeps);
  const api = new Api({
    store,
    settings,
    clock,
    random,
    log,
    gate,
    checkAnswers: options.checkAnswers ?? false,
  });
  const { staticRoot, generationsDir } = options;
  const generations =
    staticRoot !== undefined && generationsDir !== undefined
      ? new BuildGenerations({ appDir: staticRoot, dir: generationsDir })
      : undefined;
  const files =
    staticRoot === undefined ? null : new StaticFiles(staticRoot, settings.publicUrl, generations);
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
    htxDoors: createHtxDoors(source, clock),
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
    priceOf: (flag) => usdtPrices(source)(flag),
    async readPicture(id) {
      const picture = await store.read((db) => readPicture(db, id));
      return picture && servedPicture(picture);
    },
  });
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
  const announcer = new NoticeAnnouncer(options);
  const mails =
    options.sendMail &&
    new MailQueue({ store, settings, clock, log, audit, send: options.sendMail });
  const guard = new ClockGuard(options.monotonic ?? (() => 0));
  let sweptAt = 0;

  function watchClock(now: number): void {
    const backMs = Math.round(guard.look(now));
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

  /** What is due each minute. */
  async function sweep(now: number): Promise<void> {
    // A clock set back must not stop it until it comes by again.
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    api.sweep(now);
    site.sweep(now);
    desk.sweep(now);
    await sweepSessions(store, now);
    await sweepPictures(options, now);
    await generations?.take(now);
  }

  return {
    fetch: site.fetch,
    deskFetch: desk.fetch,
    readConf: () => conf.tick(),
    async tick(now) {
      watchClock(now);
      source.tick(now);
      for (const job of [
        () => currencies.refresh(now),
        () => conf.tick(),
        () => spot.tick(),
        () => perpetual.tick(),
        () => seconds.tick(now),
        () => tickLog.tick(now),
        () => reviews.tick(),
        () => autoReviews.tick(),
        () => announcer.tick(),
        async () => mails?.tick(now),
        () => audit.flush(),
        () => sealBlocks(store, now),
        () => sweep(now),
      ]) {
        // One job's failure holds up no other; what is due is due again at the next tick.
        await job().catch((error: unknown) => log("error", "job failed", { error }));
      }
    },
    authenticate: (headers, ip) => api.authenticate(headers, ip),
    liveSessions: (ids) => gate.liveSessions(ids, clock.now()),
    async warm() {
      await icons.warm();
      await files?.warm();
    },
    async close() {
      await mails?.close();
      await audit.flush();
    },
  };
}
