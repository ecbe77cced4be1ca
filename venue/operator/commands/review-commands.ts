import * as codes from "#protocol/wire/error-codes.ts";
import { type ReviewKind, reviewKinds } from "#protocol/api/operator.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { Refusal } from "../../store/refusal.ts";
import { ActLog } from "../acts/act-log.ts";
import { columns, utcText } from "../lookups/columns.ts";
import { decide, type Decided, type DecideDeps } from "../queues/decide.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { readQueue } from "../queues/queue-items.ts";
import { isAboveTwo, type PriceOf } from "../queues/worth.ts";
import { WrongCommand } from "./wrong-command.ts";

/** The command line has no market prices: only amounts in USDT have a value here. */
export const usdtOnly: PriceOf = (flag) => (flag === "USDT" ? [1n, 0] : undefined);
const listedAtMost = 100;
const nouns: Readonly<Record<ReviewKind, string>> = {
  recharge: "recharge",
  withdrawal: "withdrawal",
  bank: "bank card",
  cert: "certification",
  coin: "sell",
};

/** Prints the pending requests of one kind or of all kinds, the most urgent first. */
export async function showQueue(
  { store, clock, settings, print }: OperatorDeps,
  { kind }: { kind: ReviewKind | undefined },
): Promise<number> {
  const now = clock.now();
  const kinds = kind === undefined ? reviewKinds : [kind];
  const queues = await store.read(async (db) => {
    const found = [];
    for (const one of kinds)
      found.push(
        await readQueue(db, one, {
          page: 1,
          size: listedAtMost,
          twoOver: settings.reviewTwoOver,
          priceOf: usdtOnly,
          now: clock.now(),
        }),
      );
    return found;
  });
  const rows = queues
    .flatMap(({ list }) => list)
    .map((item) => [
      item.kind,
      item.ref_id,
      `#${item.user_id}`,
      utcText(item.create_time),
      item.summary,
      item.due_time === null
        ? "-"
        : item.due_time <= now
          ? "now"
          : `${Math.ceil((item.due_time - now) / 60_000)} min`,
      [
        ...item.risk_flags,
        ...item.approvals.map(({ by }) => `approved by ${by}, needs another`),
        ...(item.needs === 2 && item.approvals.length === 0 ? ["takes two"] : []),
      ].join("; ") || "-",
    ]);
  if (rows.length === 0)
    print(
      kind === undefined
        ? "Nothing is waiting for a review."
        : `No ${nouns[kind]} is waiting for a review.`,
    );
  else columns([["KIND", "ID", "USER", "ASKED", "WHAT", "DUE", "NOTES"], ...rows]).forEach(print);
  return 0;
}

export interface ReviewCommand {
  kind: ReviewKind;
  id: number;
  action: "approve" | "reject";
  reason: string;
  amount?: string | undefined;
  fields?: readonly string[] | undefined;
}

/** @throws WrongCommand where no such request is pending, or the venue refuses */
export async function reviewByCommand(deps: OperatorDeps, command: ReviewCommand): Promise<number> {
  const { outcome } = await decideByCommand(deps, command);
  const what = `${nouns[command.kind]} ${command.id}`;
  deps.print(
    outcome === "waits"
      ? `Your approval of ${what} is kept; another operator must approve it too.`
      : `The ${what} is ${outcome}.`,
  );
  return 0;
}

/** Decides as the desk does, in the name of the operator at the command line. */
export async function decideByCommand(
  { store, log, clock, by, settings }: OperatorDeps,
  { kind, ...decision }: ReviewCommand,
): Promise<Decided> {
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const needsTwo: DecideDeps["needsTwo"] = ({ money }, ofDay) =>
    isAboveTwo(money, settings.reviewTwoOver, usdtOnly, ofDay);
  return decide({ store, acts, needsTwo, ownUserId: null }, kind, {
    ...decision,
    by,
    now: clock.now(),
  }).catch((error: unknown) => {
    throw error instanceof Refusal ? errorOf(error, kind, decision.id) : error;
  });
}

function errorOf(refusal: Refusal, kind: ReviewKind, id: number): Error {
  const field =
    typeof refusal.data === "object" && refusal.data !== null && "field" in refusal.data
      ? String(refusal.data.field)
      : "";
  switch (refusal.code) {
    case codes.notPending:
      return new WrongCommand(
        `No ${nouns[kind]} ${id} is waiting for a review; "queue ${kind}" lists those that are.`,
      );
    case codes.reviewPending:
      return new WrongCommand(
        "It was approved by the command line already; another operator must approve it too.",
      );
    case codes.withdrawalFailed:
      return new WrongCommand("The payout failed; the request still waits.");
    case codes.invalidParameters:
      return new WrongCommand(`Check the ${field || "words"}.`);
    default:
      return refusal;
  }
}
