import { randomUUID } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { ConfKey } from "#protocol/api/operator.ts";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import { readScales } from "../../ledger/currency-rows.ts";
import { ActLog } from "../acts/act-log.ts";
import { changeConf } from "../conf/change-conf.ts";
import { columns, utcText } from "../lookups/columns.ts";
import { houseFigures } from "../desk/desk-reads.ts";
import { findAccount } from "./find-account.ts";
import { LiveConf } from "../conf/live-conf.ts";
import { readEntries } from "../lookups/lookup-rows.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { usdtOnly } from "./review-commands.ts";
import { systemRecharge } from "../acts/system-recharge.ts";
import { isAboveTwo } from "../queues/worth.ts";
import { WrongCommand } from "./wrong-command.ts";

/** Prints what the house has gained or lost, and where it stands. */
export async function showHouse({ store, print }: OperatorDeps): Promise<number> {
  const scales = await store.read(scalesOf);
  const { list, accounts } = await houseFigures(store, (flag) => scales.get(flag));
  print(`${accounts} ${accounts === 1 ? "account" : "accounts"}`);
  const moved = list.filter(({ pockets }) => Object.values(pockets).some((text) => text !== "0"));
  const pockets = [...new Set(moved.flatMap((row) => Object.keys(row.pockets)))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );
  if (moved.length > 0)
    columns([
      ["CURRENCY", "HOUSE GAINED", "USERS OWN", ...pockets.map((pocket) => pocket.toUpperCase())],
      ...moved.map((row) => [
        row.flag,
        row.pnl,
        row.users,
        ...pockets.map((pocket) => row.pockets[pocket] ?? "0"),
      ]),
    ]).forEach(print);
  return 0;
}

/** Prints the newest entries of an account's books, oldest first. */
export async function showLedger(
  { store, print }: OperatorDeps,
  { account, last }: { account: string; last: number },
): Promise<number> {
  const { rows, scales } = await store.read(async (db) => {
    const user = await findAccount(db, account);
    const query = {
      userId: user.id,
      isVenue: false,
      kind: undefined,
      currency: undefined,
      journalId: undefined,
      before: undefined,
      limit: last,
    };
    return { rows: await readEntries(db, query), scales: await scalesOf(db) };
  });
  if (rows.length === 0) print("Nothing has moved on this account.");
  const text = (flag: string, minor: bigint) =>
    trimZeros(formatAmount(minor, scales.get(flag) ?? 0));
  const cells = rows
    .toReversed()
    .map((row) => [
      `${row.journal_id}-${row.seq}`,
      utcText(row.created_at),
      String(row.type),
      row.kind,
      text(row.currency, row.amount),
      row.currency,
      text(row.currency, row.balance_after),
      `${row.ref_type} ${row.ref_id}`,
    ]);
  if (cells.length > 0)
    columns([
      ["ENTRY", "TIME", "TYPE", "OF", "AMOUNT", "CURRENCY", "AFTER", "ABOUT"],
      ...cells,
    ]).forEach(print);
  return 0;
}

/** Credits paper funds. */
export async function rechargeByCommand(
  { store, log, by, clock, settings, print }: OperatorDeps,
  {
    account,
    amount,
    flag,
    reason,
  }: { account: string; amount: string; flag: string; reason: string },
): Promise<number> {
  const { user, scales } = await store.read(async (db) => ({
    user: await findAccount(db, account),
    scales: await scalesOf(db),
  }));
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const done = await systemRecharge(
    {
      store,
      acts,
      scaleOf: (one) => scales.get(one),
      twoOver: settings.reviewTwoOver,
      isAboveTwo: (money, ofDay) => isAboveTwo(money, settings.reviewTwoOver, usdtOnly, ofDay),
    },
    { userId: user.id, flag, amount, reason, by, clientOrderId: randomUUID(), now: clock.now() },
  ).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === codes.notPermitted)
      throw new WrongCommand(
        `With what one operator has credited within a day it may be worth more than ${settings.reviewTwoOver} USDT, which one may not do alone (REVIEW_TWO_OVER).`,
        { cause: error },
      );
    if (error instanceof Refusal && error.code === codes.unknownCurrency)
      throw new WrongCommand(`There is no currency "${flag}" here.`, { cause: error });
    if (error instanceof Refusal && error.code === codes.invalidParameters)
      throw new WrongCommand(
        `An amount of ${flag} is a number above nothing with at most ${scales.get(flag)} decimals, not "${amount}".`,
        { cause: error },
      );
    throw error;
  });
  print(
    `${user.account} is credited with ${done.amount} ${done.flag}; ${done.balance} available now (journal ${done.journal_id}).`,
  );
  return 0;
}

/** Prints the settings that may change while the venue runs. */
export async function showConf({ store, settings, log, print }: OperatorDeps): Promise<number> {
  const rows = await new LiveConf({ store, settings, log, flags: () => [] }).list();
  columns([
    ["SETTING", "VERSION", "CHANGED", "VALUE"],
    ...rows.map(({ key, version, by, time, value }) => [
      key,
      String(version),
      by === null || time === null ? "as started" : `${utcText(time)} by ${by}`,
      JSON.stringify(value),
    ]),
  ]).forEach(print);
  return 0;
}

/** Changes one of them; a running venue takes it up at its next tick. */
export async function changeConfByCommand(
  { store, settings, log, by, clock, print }: OperatorDeps,
  { key, value, reason }: { key: ConfKey; value: unknown; reason: string },
): Promise<number> {
  const rows = await new LiveConf({ store, settings, log, flags: () => [] }).list();
  const version = rows.find((row) => row.key === key)?.version ?? 0;
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  await changeConf({ store, acts }, { key, value, version, reason, by, now: clock.now() }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === codes.invalidParameters)
        throw new WrongCommand(
          `${key} cannot be ${JSON.stringify(value)}; "conf" shows how each is written.`,
          { cause: error },
        );
      throw error;
    },
  );
  print(`${key} is ${JSON.stringify(value)} from the venue's next second on.`);
  return 0;
}

async function scalesOf(db: Db): Promise<Map<string, number>> {
  return new Map((await readScales(db)).map(({ flag, scale }) => [flag, scale]));
}
