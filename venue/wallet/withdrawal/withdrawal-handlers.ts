import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { requestStatus } from "#protocol/api/recharge.ts";
import type {
  withdrawalEndpoints,
  WithdrawalQuote,
  WithdrawalRecord,
} from "#protocol/api/withdrawal.ts";
import type { Call, HandlersOf } from "../../deps/handler.ts";
import { readBalances } from "../../ledger/balances.ts";
import type { RequestState } from "../../review/request-life.ts";
import { commandWithFactor } from "../../session/access/command-with-factor.ts";
import { askingOf, checkWithdrawalPassword } from "../../session/access/check-password.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { maskedCard } from "../bank-card/bank-cards.ts";
import type { WalletDeps } from "../channels/wallet-deps.ts";
import { type Draft, type Judged, judgeDraft } from "./withdrawal-draft.ts";
import { cancelWithdrawal } from "./withdrawal-end.ts";
import { placeWithdrawal } from "./withdrawal-place.ts";
import { keepQuote, readWithdrawals, type WithdrawalRow } from "./records/withdrawal-rows.ts";
import { toWithdrawalRecord } from "./records/withdrawal-wire.ts";

type Handlers = Pick<
  HandlersOf<typeof withdrawalEndpoints>,
  "withdrawalOrder" | "withdrawalQuote" | "withdrawal" | "withdrawalWithBank" | "cancelWithdrawal"
>;

/** How long a quote holds, and how long it is known after that. */
const quoteLifeMs = 60_000;
const quoteKeepMs = 600_000;

const states: Readonly<Record<number, readonly RequestState[]>> = {
  [requestStatus.pendingReview]: ["pending"],
  [requestStatus.approved]: ["approved"],
  [requestStatus.rejected]: ["rejected", "canceled"],
};

/** Serves withdrawals: the quote, the request, the cancel and the records. */
export function createWithdrawalHandlers(deps: WalletDeps): Handlers {
  const { store, bus, random } = deps;

  async function place(
    call: Pick<
      Call<Endpoint & { access: "user" }>,
      "user" | "now" | "ip" | "requestId" | "command" | "unkeyed" | "isAnswered"
    >,
    draft: Draft,
    {
      wpassword,
      totp,
      client_order_id,
      quote_id,
      compared,
    }: {
      wpassword: string;
      totp: string;
      client_order_id: string;
      quote_id?: string | undefined;
      compared: boolean;
    },
  ): Promise<WithdrawalRecord> {
    // A replay gets its answer, whatever became of the password since.
    const isReplay = await call.isAnswered();
    const judged = isReplay
      ? null
      : await checkWithdrawalPassword(
          deps,
          askingOf({ ...call, command: call.unkeyed }, "withdrawal-password-checked"),
          wpassword,
        );
    const act = async (tx: Transaction) => {
      const placed = await placeWithdrawal(deps, tx, {
        userId: Number(call.user.id),
        clientOrderId: client_order_id,
        draft,
        quoteId: quote_id,
        compared,
        withdrawHash: judged?.withdraw_hash ?? null,
        now: call.now,
      });
      tx.afterCommit(() => tell(placed));
      return toWithdrawalRecord(placed);
    };
    return isReplay
      ? call.command(act)
      : commandWithFactor(deps, askingOf(call, "withdrawal-factor-checked"), totp, act);
  }

  function tell(row: WithdrawalRow): void {
    bus.notify(String(row.user_id), "user.wallet", "balance", {
      flags: [row.flag],
      kind: "withdrawal",
      ref_id: String(row.id),
    });
  }

  return {
    async withdrawalOrder({ user, request }) {
      const {
        page,
        size,
        flag,
        kind,
        status,
        start_time: from,
        end_time: to,
        client_order_id: clientOrderId,
        id,
      } = request;
      const wanted = status === undefined ? undefined : (states[status] ?? []);
      const { list, total } = await store.read((db) =>
        readWithdrawals(db, {
          userId: Number(user.id),
          page,
          size,
          flag,
          kind,
          states: wanted,
          from,
          to,
          clientOrderId,
          ...(id !== undefined && { id: Number(id) }),
        }),
      );
      return { list: list.map(toWithdrawalRecord), total, page, size };
    },

    withdrawalQuote: ({ command, user, request, now }) => {
      const { flag, amount, network, address, memo, bank_id: bankId } = request;
      if ((bankId === undefined) === (network === undefined))
        throw new Refusal(codes.invalidParameters, { field: "network" });
      return command(async ({ db }) => {
        const userId = Number(user.id);
        const judged = await judgeDraft(
          deps,
          db,
          { flag, amount, network, address, memo, bankId },
          { userId, now, isQuote: true },
        );
        const available = (await readBalances(db, userId)).get(flag)?.available ?? 0n;
        if (available < judged.reckoning.total) throw new Refusal(codes.insufficientBalance);
        const { kind, fiat } = judged.terms;
        const quote = {
          id: Buffer.from(random(16)).toString("hex"),
          user_id: userId,
          kind,
          flag,
          network: judged.terms.network,
          address: judged.address,
          memo: judged.memo,
          bank_id: bankId ?? "",
          ...judged.reckoning,
          fiat,
          expires_at: now + quoteLifeMs,
          used: 0,
        };
        await keepQuote(db, quote, now - quoteKeepMs);
        return toQuote(judged, quote);
      });
    },

    withdrawal: (call) => {
      const { flag, network, address, memo, amount, ...rest } = call.request;
      return place(call, { flag, network, address, memo, amount }, rest);
    },

    withdrawalWithBank: (call) => {
      const { bank_id: bankId, flag, amount, ...rest } = call.request;
      return place(call, { flag, amount, bankId }, { ...rest, compared: false });
    },

    cancelWithdrawal: ({ command, user, request: { id }, now }) =>
      command(async (tx) => {
        const ended = await cancelWithdrawal(tx, { userId: Number(user.id), id, now });
        tx.afterCommit(() => tell(ended));
        return toWithdrawalRecord(ended);
      }),
  };
}

function toQuote(
  { terms, address, memo, card, facts, reckoning, dayLeft }: Judged,
  { id, expires_at }: { id: string; expires_at: number },
): WithdrawalQuote {
  const text = (minor: bigint) => trimZeros(formatAmount(minor, terms.scale));
  return {
    quote_id: id,
    expire_time: expires_at,
    kind: terms.kind,
    flag: terms.flag,
    network: terms.network,
    address,
    memo,
    bank: card ? maskedCard(card) : null,
    amount: text(reckoning.amount),
    fee: text(reckoning.fee),
    total: text(reckoning.total),
    arrival: reckoning.arrival,
    fee_rate: terms.feeType === "ratio" ? terms.feeRate : "0",
    fiat: terms.fiat,
    rate: terms.rate,
    min: text(terms.min),
    max: terms.max === null ? null : text(terms.max),
    day_left: dayLeft === null ? null : text(dayLeft),
    used: facts?.used ?? 0,
    saved: facts?.saved ? 1 : 0,
    usable_from: facts?.usableFrom ?? 0,
    look_alike: facts?.lookAlike ?? null,
  };
}
