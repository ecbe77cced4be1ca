import { createHmac } from "node:crypto";
import type { BankCard, bankCardEndpoints } from "#protocol/api/bank-card.ts";
import { cardDigits, isCardNumber } from "#protocol/api/card-number.ts";
import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import { certStatus } from "#protocol/api/user.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { readCertifiedName } from "../../account/certification/cert-rows.ts";
import { tellDecision } from "../../account/notices/notify-decision.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import {
  type Decision,
  concluded,
  pendingFrom,
  reasonOf,
  statusOf,
} from "../../review/request-life.ts";
import { commandWithFactor } from "../../session/access/command-with-factor.ts";
import { askingOf, auditOf, checkWithdrawalPassword } from "../../session/access/check-password.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { findUser, lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import type { MaskedCard } from "../withdrawal/records/withdrawal-wire.ts";
import {
  type BankCardRow,
  lockCard,
  deleteCard,
  findCard,
  insertCard,
  readCards,
  setDefaultCard,
  updateCard,
} from "./bank-card-rows.ts";

/** Cards a user may save. */
const cardsAtMost = 10;

type Requested = ParsedRequestOf<typeof bankCardEndpoints.setBanks>;

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
      return commandWithFactor(deps, asking, call.request.totp, async (tx) => {
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

/** @throws Refusal bankDetailsMissing where the user has no such card */
async function own(tx: Transaction, userId: number, id: string): Promise<BankCardRow> {
  const card = await findCard(tx.db, userId, Number(id));
  if (!card) throw new Refusal(codes.bankDetailsMissing);
  return card;
}

/**
 * Saves a card or changes a saved one, which is then reviewed again.
 * @throws Refusal bankDetailsMissing `field` for what is missing or wrong, certificationRequired
 *   where a certification is wanted, invalidParameters `account_name` where the holder is not who
 *   was certified, cardAlreadyBound for a card that is saved already, invalidParameters `most` with
 *   as many as may be
 */
async function saveCard(
  { settings, serverKey }: Pick<SessionDeps, "settings" | "serverKey">,
  tx: Transaction,
  userId: number,
  request: Requested,
  now: number,
): Promise<number> {
  await lockUser(tx.db, userId);
  const digits = cardDigits(request.card_no);
  if (request.bank_name === "") throw new Refusal(codes.bankDetailsMissing, { field: "bank_name" });
  if (request.account_name === "")
    throw new Refusal(codes.bankDetailsMissing, { field: "account_name" });
  if (!isCardNumber(digits)) throw new Refusal(codes.bankDetailsMissing, { field: "card_no" });
  await checkHolder(tx, userId, request.account_name, settings.kycRequired.includes("withdrawal"));

  const cards = await readCards(tx.db, userId);
  const card_hash = hashOfCard(serverKey, digits);
  const changed = request.id === undefined ? undefined : await own(tx, userId, request.id);
  if (cards.some((card) => card.card_hash === card_hash && card.id !== changed?.id))
    throw new Refusal(codes.cardAlreadyBound);
  if (!changed && cards.length >= cardsAtMost)
    throw new Refusal(codes.invalidParameters, { field: "card_no", most: cardsAtMost });
  const card = {
    user_id: userId,
    bank_name: request.bank_name,
    account_name: request.account_name,
    branch: request.branch,
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
    if (isRequired) throw new Refusal(codes.certificationRequired);
    return;
  }
  const certified = await readCertifiedName(tx.db, userId);
  if (certified === undefined || asCompared(certified) !== asCompared(holder))
    throw new Refusal(codes.invalidParameters, { field: "account_name", problem: "holder" });
}

/** Letter case, spaces and the way accents are written make no other name. */
function asCompared(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toUpperCase();
}

/** Keyed, since the digits of a card can be tried through. */
function hashOfCard(serverKey: SessionDeps["serverKey"], digits: string): string {
  return createHmac("sha256", serverKey).update(`bank card\n${digits}`).digest("hex");
}

/** A card as its owner's client sees it. */
function toBankCard(row: BankCardRow): BankCard {
  return {
    ...maskedCard(row),
    id: String(row.id),
    branch: row.branch,
    is_default: row.is_default === 1 ? 1 : 0,
    status: statusOf(row.state),
    reason: reasonOf(row),
    create_time: row.created_at,
  };
}

/** What records and quotes show of a card. */
export function maskedCard({
  id,
  bank_name,
  account_name,
  last_four,
}: Pick<BankCardRow, "id" | "bank_name" | "account_name" | "last_four">): MaskedCard {
  return { id: String(id), bank_name, account_name, card_no_masked: `**** ${last_four}` };
}

/**
 * Decides on a card under review, in one command with its record in the audit log and the notice to
 * its owner.
 * @throws Refusal notPending where it was decided before, was removed or never was,
 *   invalidParameters `reason` for a rejection without words
 */
export async function decideBankCard(
  tx: Transaction,
  audit: Pick<AuditLog, "write">,
  decision: Decision,
): Promise<BankCardRow> {
  const ended = concluded(await lockCard(tx.db, decision.id), decision);
  await updateCard(tx.db, ended);
  await tellDecision(tx, audit, {
    kind: "bank_card",
    userId: ended.user_id,
    decision,
    facts: { card: `**** ${ended.last_four}` },
  });
  return ended;
}
