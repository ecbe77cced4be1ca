import { createHmac } from "node:crypto";
import type { bankCardEndpoints } from "#protocol/bank-card.ts";
import { cardDigits, isCardNumber } from "#protocol/card-number.ts";
import type { ParsedRequestOf } from "#protocol/endpoint.ts";
import { certStatus } from "#protocol/user.ts";
import { readCertifiedName } from "../account/cert-rows.ts";
import type { HandlersOf } from "../http/handler.ts";
import { pendingFrom } from "../review/request-life.ts";
import { askingOf, auditOf, checkWithdrawalPassword } from "../session/judge-password.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { findUser, lockUser } from "../session/user-rows.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { toBankCard } from "./bank-card-wire.ts";
import {
  type BankCardRow,
  deleteCard,
  findCard,
  insertCard,
  readCards,
  setDefaultCard,
  updateCard,
} from "./bank-rows.ts";

/** Cards a user may save. */
const cardsAtMost = 10;

type Wish = ParsedRequestOf<typeof bankCardEndpoints.setBanks>;

/** Serves the cards that withdrawals are paid to. */
export function createBankCardHandlers(deps: SessionDeps): HandlersOf<typeof bankCardEndpoints> {
  const { store, audit } = deps;

  return {
    async banks({ user }) {
      return (await store.read((db) => readCards(db, Number(user.id)))).map(toBankCard);
    },

    async setBanks(call) {
      const asking = askingOf(call, "bank-card-saved");
      await checkWithdrawalPassword(deps, asking, call.request.wpassword);
      return call.command(async (tx) => {
        const id = await saveCard(deps, tx, Number(call.user.id), call.request, call.now);
        await audit.write(tx, { ...auditOf(asking), facts: { card: String(id) } });
        return { id: String(id) };
      });
    },

    removeBank: (call) =>
      call.command(async (tx) => {
        const userId = Number(call.user.id);
        await lockUser(tx.db, userId);
        const card = await own(tx, userId, call.request.id);
        await deleteCard(tx.db, card.id);
        const [next] = await readCards(tx.db, userId);
        if (card.is_default === 1 && next) await setDefaultCard(tx.db, userId, next.id);
        await audit.write(tx, {
          ...auditOf(askingOf(call, "bank-card-removed")),
          facts: { card: call.request.id },
        });
        return {};
      }),

    defaultBank: (call) =>
      call.command(async (tx) => {
        const userId = Number(call.user.id);
        await lockUser(tx.db, userId);
        await setDefaultCard(tx.db, userId, (await own(tx, userId, call.request.id)).id);
        return {};
      }),
  };
}

/** @throws Refusal 300027 where the user has no such card */
async function own(tx: Transaction, userId: number, id: string): Promise<BankCardRow> {
  const card = await findCard(tx.db, userId, Number(id));
  if (!card) throw new Refusal(300027);
  return card;
}

/**
 * Saves a card or changes a saved one, which is then reviewed again.
 * @throws Refusal 300027 `field` for what is missing or wrong, 300025 where a certification is wanted,
 *   100005 `account_name` where the holder is not who was certified, 300026 for a card that is saved already,
 *   100005 `most` with as many as may be
 */
async function saveCard(
  { settings, serverKey }: Pick<SessionDeps, "settings" | "serverKey">,
  tx: Transaction,
  userId: number,
  wish: Wish,
  now: number,
): Promise<number> {
  await lockUser(tx.db, userId);
  const digits = cardDigits(wish.card_no);
  if (wish.bank_name === "") throw new Refusal(300027, { field: "bank_name" });
  if (wish.account_name === "") throw new Refusal(300027, { field: "account_name" });
  if (!isCardNumber(digits)) throw new Refusal(300027, { field: "card_no" });
  await checkHolder(tx, userId, wish.account_name, settings.kycRequired.includes("withdrawal"));

  const cards = await readCards(tx.db, userId);
  const card_hash = hashOfCard(serverKey, digits);
  const changed = wish.id === undefined ? undefined : await own(tx, userId, wish.id);
  if (cards.some((card) => card.card_hash === card_hash && card.id !== changed?.id))
    throw new Refusal(300026);
  if (!changed && cards.length >= cardsAtMost)
    throw new Refusal(100005, { field: "card_no", most: cardsAtMost });
  const card = {
    user_id: userId,
    bank_name: wish.bank_name,
    account_name: wish.account_name,
    branch: wish.branch,
    last_four: digits.slice(-4),
    card_hash,
    is_default: changed?.is_default ?? (cards.length === 0 ? 1 : 0),
    created_at: changed?.created_at ?? now,
    ...pendingFrom(now, settings),
  };
  if (!changed) return insertCard(tx.db, card);
  await updateCard(tx.db, { ...card, id: changed.id });
  return changed.id;
}

async function checkHolder(
  tx: Transaction,
  userId: number,
  holder: string,
  isRequired: boolean,
): Promise<void> {
  const user = await findUser(tx.db, userId);
  if (user?.certstatus !== certStatus.certified) {
    if (isRequired) throw new Refusal(300025);
    return;
  }
  const certified = await readCertifiedName(tx.db, userId);
  if (certified === undefined || asCompared(certified) !== asCompared(holder))
    throw new Refusal(100005, { field: "account_name", problem: "holder" });
}

/** Letter case, spaces and the way accents are written make no other name. */
function asCompared(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toUpperCase();
}

/** Keyed, since the digits of a card can be tried through. */
function hashOfCard(serverKey: SessionDeps["serverKey"], digits: string): string {
  return createHmac("sha256", serverKey).update(`bank card\n${digits}`).digest("hex");
}
