import * as codes from "#protocol/wire/error-codes.ts";
import { confKeys } from "#protocol/api/operator.ts";
import { setUserStatus } from "../../account/security/set-user-status.ts";
import type { SteadyClock } from "../../lib/steady-clock.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import { Refusal } from "../../store/refusal.ts";
import { isOpen } from "../../wallet/channels/withdrawal-terms.ts";
import { ActLog } from "../acts/act-log.ts";
import { changeConf } from "../conf/change-conf.ts";
import { decide, type DecideDeps } from "../queues/decide.ts";
import type { DeskHandlers } from "./desk-call.ts";
import { createDeskReads } from "./desk-reads.ts";
import type { LiveConf } from "../conf/live-conf.ts";
import { endOperatorSession } from "../accounts/operator-account-rows.ts";
import type { OperatorSession } from "../accounts/operator-gate.ts";
import { type LoginDeps, logInOperator, setOperatorPassword } from "../accounts/operator-login.ts";
import { readLogHead } from "../acts/operator-log-rows.ts";
import { countQueues, readQueue } from "../queues/queue-items.ts";
import { idOf } from "./safe-id.ts";
import { systemRecharge } from "../acts/system-recharge.ts";
import { isAboveTwo, type PriceOf } from "../queues/worth.ts";
import type { Watch } from "../watch/watch.ts";

export interface DeskDeps
  extends LoginDeps, Pick<VenueDeps, "settings" | "source" | "currencies" | "bus"> {
  conf: LiveConf;
  watch: Watch;
  /** The venue's clock, where it may be another than the machine's. */
  steady?: Pick<SteadyClock, "leap" | "follow"> | undefined;
  priceOf: PriceOf;
}

/** The handlers of all desk endpoints; leave one out and it does not compile. */
export function createDeskHandlers(deps: DeskDeps): DeskHandlers {
  const { store, settings, currencies, audit, conf, priceOf } = deps;
  const scaleOf = (flag: string) => (currencies.has(flag) ? currencies.scaleOf(flag) : undefined);
  const nameOf = ({ operator }: OperatorSession) => `operator:${operator.name}`;
  const actsOf = ({
    session,
    ip,
    requestId,
  }: {
    session: OperatorSession;
    ip: string;
    requestId: string;
  }) => new ActLog(audit, { by: nameOf(session), ip, requestId });

  return {
    ...createDeskReads({ store, scaleOf }),

    async login({ request, ip, requestId, now }) {
      const { token, operator } = await logInOperator(deps, { ...request, ip, requestId, now });
      return { token, name: operator.name, must_change: operator.must_change === 1 ? 1 : 0 };
    },

    async logout(call) {
      const { session, ip, requestId, now } = call;
      await store.command(async (tx) => {
        await endOperatorSession(tx.db, session.id, now);
        await actsOf(call).write(tx, {
          event: "operator-logout",
          outcome: "ok",
          sessionId: session.id,
          ip,
          requestId,
          now,
        });
      });
      return {};
    },

    async setPass({ session, request, ip, requestId, now }) {
      await setOperatorPassword(deps, session, {
        old: request.old_password,
        password: request.password,
        ip,
        requestId,
        now,
      });
      return {};
    },

    async status({ session, now }) {
      const { queues, head } = await store.read(async (db) => ({
        queues: await countQueues(db),
        head: await readLogHead(db),
      }));
      return {
        name: session.operator.name,
        must_change: session.operator.must_change === 1 ? 1 : 0,
        expire_time: session.endsAt,
        server_time: now,
        venue: settings.name,
        version: settings.version,
        market: settings.market,
        queues,
        review: settings.review,
        two_over: settings.reviewTwoOver,
        log_seq: head.id,
        log_hash: head.hash,
      };
    },

    overview: () => deps.watch.overview(),

    async followClock(call) {
      const { request, ip, requestId, now } = call;
      const { steady } = deps;
      const leap = steady?.leap ?? null;
      if (!steady || leap === null) throw new Refusal(codes.notPending);
      await store.command((tx) =>
        actsOf(call).write(tx, {
          event: "clock-followed",
          outcome: "ok",
          ip,
          requestId,
          now,
          facts: { off_ms: leap.offMs, reason: request.reason },
        }),
      );
      steady.follow();
      return {};
    },

    async verify() {
      const list = await deps.watch.check();
      return { holds: list.every(({ faults }) => faults.length === 0), list };
    },

    queue: ({ request: { kind, page, size }, now }) =>
      store.read((db) =>
        readQueue(db, kind, { page, size, twoOver: settings.reviewTwoOver, priceOf, now }),
      ),

    async review(call) {
      const {
        session,
        request: { kind, ref_id, ...request },
        now,
      } = call;
      const needsTwo: DecideDeps["needsTwo"] = ({ money }, ofDay) =>
        isAboveTwo(money, settings.reviewTwoOver, priceOf, ofDay);
      const { outcome, approvals } = await decide(
        { store, acts: actsOf(call), needsTwo, ownUserId: session.operator.user_id },
        kind,
        {
          ...request,
          id: idOf(ref_id, new Refusal(codes.notPending)),
          isOpen: (flag, network) => isOpen(deps, flag, network),
          by: nameOf(session),
          now,
        },
      );
      return {
        kind,
        ref_id,
        outcome,
        approvals: approvals.map(({ by_name, created_at }) => ({ by: by_name, time: created_at })),
      };
    },

    async systemRecharge(call) {
      const {
        session,
        request: { user_id, flag, amount, reason, client_order_id },
        now,
      } = call;
      const userId = idOf(user_id, new Refusal(codes.noSuchOrder));
      if (userId === session.operator.user_id)
        throw new Refusal(codes.notPermitted, { reason: "own" });
      const done = await systemRecharge(
        {
          store,
          acts: actsOf(call),
          scaleOf,
          twoOver: settings.reviewTwoOver,
          isAboveTwo: (money, ofDay) => isAboveTwo(money, settings.reviewTwoOver, priceOf, ofDay),
        },
        { userId, flag, amount, reason, by: nameOf(session), clientOrderId: client_order_id, now },
      );
      deps.bus.notify(user_id, "user.wallet", "balance", { flags: [flag] });
      return done;
    },

    async setUserStatus(call) {
      const {
        session,
        request: { user_id, status, trade_status: tradeStatus, wstatus, reason },
        ip,
        requestId,
        now,
      } = call;
      const userId = idOf(user_id, new Refusal(codes.noSuchOrder));
      if (status === undefined && tradeStatus === undefined && wstatus === undefined)
        throw new Refusal(codes.invalidParameters, { field: "status" });
      if (userId === session.operator.user_id)
        throw new Refusal(codes.notPermitted, { reason: "own" });
      const after = await setUserStatus(
        { store, bus: deps.bus, audit: actsOf(call) },
        { userId, status, tradeStatus, wstatus, reason, by: nameOf(session), now, ip, requestId },
      );
      if (!after) throw new Refusal(codes.noSuchOrder);
      return {
        user_id,
        status: oneOf([0, 1, 2, 3], after.status),
        trade_status: oneOf([0, 1], after.trade_status),
        wstatus: oneOf([0, 1], after.wstatus),
      };
    },

    conf: async () => ({ list: await conf.list() }),

    async setConf(call) {
      const { session, request, now } = call;
      // Otherwise one operator alone could make the venue approve requests that take two.
      if (request.key === "review" && request.value === "auto" && settings.reviewTwoOver !== null)
        throw new Refusal(codes.notPermitted, { reason: "two_over", over: settings.reviewTwoOver });
      await changeConf(
        { store, acts: actsOf(call) },
        { ...request, value: request.value, by: nameOf(session), now },
      );
      await conf.tick();
      const row = (await conf.list()).find(({ key }) => key === request.key);
      if (!row) throw new Error(`a setting that is none of ${confKeys.join(", ")}`);
      return row;
    },
  };
}

function oneOf<const Value extends number>(values: readonly Value[], value: number): Value {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`an account status of ${value}`);
  return found;
}
