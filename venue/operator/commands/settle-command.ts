import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { readScales } from "../../ledger/currency-rows.ts";
import { createReceiptWriter } from "../../seconds/proof/receipt-writer.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { ActLog } from "../acts/act-log.ts";
import type { OpenSum } from "../acts/open-things-rows.ts";
import {
  type PositionSum,
  planSettling,
  settleOpen,
  type SettlePlan,
} from "../acts/settle-open.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { WrongCommand } from "./wrong-command.ts";

const names: Record<OpenSum["kind"], readonly [one: string, many: string, what: string]> = {
  spot_order: ["coin order", "coin orders", "cancelled; free again"],
  contract_order: ["contract order", "contract orders", "cancelled; free again"],
  second_order: ["seconds contract", "seconds contracts", "refunded; stakes"],
};

/**
 * Says what settling everything that is open would do, and does it with `yes`: 0 where nothing is open any more,
 * 1 where something is.
 */
export async function settleOpenByCommand(
  deps: OperatorDeps,
  { yes, reason }: { yes: boolean; reason: string | undefined },
): Promise<number> {
  const { store, log, by, clock, print } = deps;
  if (yes && reason === undefined)
    throw new WrongCommand('Give the reason, which the users are shown: --reason "…".');
  const plan = await planSettling(store);
  const scales = new Map(
    (await store.read(readScales)).map(({ flag, scale }) => [flag, scale] as const),
  );
  const lines = planLines(plan, (flag) => scales.get(flag) ?? moneyScale);
  if (lines.length === 0) {
    print("Nothing is open.");
    return 0;
  }
  lines.forEach(print);
  if (!yes || reason === undefined) {
    print(
      'Nothing was changed. With --yes --reason "…" it is done: a running venue opens nothing new from then on, until it is started again.',
    );
    return 0;
  }
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const appendReceipt = createReceiptWriter({ receiptKey: deps.receiptKey(), clock });
  const { settled, left } = await settleOpen({ store, acts, appendReceipt, clock }, { reason });
  print(`Settled for ${settled} ${settled === 1 ? "account" : "accounts"}.`);
  if (left > 0) {
    print(`${left} still have something open: run it again.`);
    return 1;
  }
  print("Nothing is open any more; the venue may be started with another SEED or MARKET.");
  return 0;
}

function planLines({ orders, positions }: SettlePlan, scaleOf: (flag: string) => number): string[] {
  const kinds = Map.groupBy(orders, ({ kind }) => kind);
  const lines: string[] = [];
  for (const [kind, rows] of kinds) {
    const count = rows.reduce((sum, row) => sum + row.count, 0n);
    const [one, many, what] = names[kind];
    const money = rows.map(({ currency, amount }) => text(amount, currency, scaleOf(currency)));
    lines.push(`${count} ${count === 1n ? one : many}: ${what} ${money.join(", ")}`);
  }
  for (const [currency, sum] of positions) lines.push(positionLine(currency, sum));
  return lines;
}

function positionLine(
  currency: string,
  { count, unmarked, margin, realised, arrives }: PositionSum,
): string {
  const money = (minor: bigint) => text(minor, currency, moneyScale);
  const insurance = arrives - margin - realised;
  const parts = [
    `${count} ${count === 1 ? "position" : "positions"}: closed at the last mark price, without a fee`,
    `margin ${money(margin)}, profit and loss ${money(realised)}, owners get ${money(arrives)}`,
    ...(insurance > 0n ? [`the insurance pays ${money(insurance)}`] : []),
    ...(unmarked > 0 ? [`${unmarked} of them without a mark price, at what they cost`] : []),
  ];
  return parts.join("; ");
}

function text(minor: bigint, currency: string, scale: number): string {
  return `${trimZeros(formatAmount(minor, scale))} ${currency}`;
}
