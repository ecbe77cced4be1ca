import * as codes from "#protocol/wire/error-codes.ts";
import type { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf, SessionUser } from "../deps/handler.ts";
import { Refusal } from "../store/refusal.ts";
import type { Db } from "../store/schema.ts";
import { readHead } from "./proof/chain-rows.ts";
import { signSlip } from "./orders/sign-slip.ts";
import { announce, toSecondsOrder, withSlip } from "./records/wire.ts";
import { type StakeFacts, checkStake, confFor } from "./orders/rules.ts";
import { dayCommitsOf } from "./prices/day-commits.ts";
import { latestIndex } from "./prices/index-samples.ts";
import {
  lockLimits,
  readLimits,
  readRiskAck,
  readUsage,
  updateLimits,
  writeRiskAck,
} from "./limits/limit-rows.ts";
import {
  type Caps,
  changeLimits,
  coolOff,
  dayStartOf,
  readChange,
  toLimitFacts,
} from "./limits/limits.ts";
import { isClockBehind, placeOrder } from "./orders/place-order.ts";
import { toRecord } from "./history/track-record.ts";
import { readRecord } from "./history/track-record-rows.ts";
import { readOrder, readOrders, type SecondOrderRow, writeSlip } from "./records/rows.ts";
import { keepsStakes, stakeScale } from "./records/stake-currency.ts";

export type SecondsOrderDeps = Pick<
  VenueDeps,
  "store" | "source" | "currencies" | "clock" | "bus" | "receiptKey"
> & {
  settings: Pick<VenueDeps["settings"], "secondsConf" | "kycRequired"> & {
    limits: Pick<VenueDeps["settings"]["limits"], "secondsAtStake" | "secondsRunning">;
  };
};

/** `certstatus` of a certified identity. */
const certified = 2;

/** Serves seconds contracts and the limits people set themselves. Taking one in sets its stake aside; the engine settles it. */
export function createSecondsOrderHandlers({
  store,
  source,
  currencies,
  clock,
  bus,
  receiptKey,
  settings,
}: SecondsOrderDeps): HandlersOf<typeof secondsOrderEndpoints> {
  const caps: Caps = {
    atStake: parseAmount(String(settings.limits.secondsAtStake), stakeScale) ?? 0n,
    running: settings.limits.secondsRunning,
  };

  const indexOf = (symbol: string, precision: number, now: number) =>
    latestIndex(source, { symbol, precision }, now);
  const toWire = (order: SecondOrderRow, now: number) =>
    toSecondsOrder(order, indexOf(order.symbol, order.price_precision, now));

  const factsOf = (symbol: string, now: number, isBehind: boolean): StakeFacts => {
    const spec = source.spec(symbol);
    return {
      spec,
      hasSymbols: source.symbols().length > 0,
      offered: confFor(settings.secondsConf, symbol),
      health: source.health().state,
      isFresh:
        !isBehind && spec !== undefined && indexOf(symbol, spec.pricePrecision, now) !== null,
      hasScale: keepsStakes(currencies),
    };
  };

  const limitFacts = async (db: Db, user: SessionUser, now: number) => {
    const userId = Number(user.id);
    const row = await readLimits(db, userId, now);
    return toLimitFacts({
      row,
      usage: await readUsage(db, userId, { now, dayStart: dayStartOf(now) }),
      caps,
      riskAck: await readRiskAck(db, userId),
      now,
    });
  };

  return {
    secondPlaceOrder: ({ command, user, request, now: askedAt }) =>
      command(async (tx) => {
        if (user.tradeStatus !== 1) throw new Refusal(codes.notPermitted, { reason: user.memo });
        const userId = Number(user.id);
        const row = await lockLimits(tx.db, userId, askedAt);
        // Nobody gets an entry window that began while their call waited for its turn.
        const now = Math.max(askedAt, clock.now());
        const { symbol, direction } = request;
        const stake = checkStake(request, factsOf(symbol, now, await isClockBehind(tx.db, now)));
        const order = await placeOrder(
          tx,
          stake,
          {
            userId,
            clientOrderId: request.client_order_id,
            symbol,
            direction,
            riskVersion: request.risk_ack,
            lacksIdentity: settings.kycRequired.includes("second") && user.certStatus !== certified,
            now,
          },
          {
            row,
            caps,
            market: {
              source: source.health().source,
              dayCommits: (moments) => JSON.stringify(dayCommitsOf(source, symbol, moments)),
            },
          },
        );
        const slip = signSlip(receiptKey, order, {
          head: await readHead(tx.db, "receipt"),
          asked: { sentTime: request.sent_time, seen: request.seen },
        });
        const current = indexOf(symbol, order.price_precision, now);
        announce(tx, bus, "accepted", order, current);
        return withSlip(await writeSlip(tx.db, order, JSON.stringify(slip)), current);
      }),

    async secondOrders({ user, request, now }) {
      const { page, size, symbol, status, start_time: from, end_time: to } = request;
      const isOver = status === undefined ? undefined : status === 1;
      const { list, total } = await store.read((db) =>
        readOrders(db, { userId: Number(user.id), page, size, symbol, isOver, from, to }),
      );
      return { list: list.map((order) => toWire(order, now)), total, page, size };
    },

    async secondOrder({ user, request: { id, client_order_id: clientOrderId }, now }) {
      const by =
        id !== undefined
          ? { id: Number(id) }
          : clientOrderId !== undefined
            ? { clientOrderId }
            : undefined;
      if (!by || ("id" in by && !Number.isSafeInteger(by.id))) throw new Refusal(codes.noSuchOrder);
      const order = await store.read((db) => readOrder(db, Number(user.id), by));
      if (!order) throw new Refusal(codes.noSuchOrder);
      return withSlip(order, indexOf(order.symbol, order.price_precision, now));
    },

    async secondRecord({ user, request: { symbol } }) {
      const { rows, since } = await store.read((db) => readRecord(db, Number(user.id), symbol));
      return toRecord(rows, since);
    },

    secondLimits: ({ user, now }) => store.read((db) => limitFacts(db, user, now)),

    secondSetLimits: ({ command, user, request, now }) =>
      command(async ({ db }) => {
        const change = readChange(request);
        await updateLimits(
          db,
          changeLimits(await lockLimits(db, Number(user.id), now), change, now),
        );
        return limitFacts(db, user, now);
      }),

    secondCoolOff: ({ command, user, request: { hours }, now }) =>
      command(async ({ db }) => {
        await updateLimits(db, coolOff(await lockLimits(db, Number(user.id), now), hours, now));
        return limitFacts(db, user, now);
      }),

    secondAckRisk: ({ command, user, request: { version }, now }) =>
      command(async ({ db }) => {
        await writeRiskAck(db, Number(user.id), version, now);
        return {};
      }),
  };
}
