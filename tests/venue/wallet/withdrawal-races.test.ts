import { describe, expect, test } from "vitest";
import { AutoReview } from "../../../venue/review/auto-review.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { autoReviewsOut } from "../../../venue/wallet/withdrawal/withdrawal-auto-review.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { outcomes, turned } from "../../harness/venue/concurrent-calls.ts";
import {
  cancelWithdrawal,
  decide,
  money,
  openWithdrawals,
  payee,
  setWpass,
  pin,
  target,
  tradeRecord,
  violations,
  requestOf,
  withdrawal,
  withdrawalOrder,
  withdrawalQuote,
} from "./withdrawal-stage.ts";

const rounds = 3;
/** Tries at the password are counted before they are judged, right ones too. */
const manyTries = {
  withdrawalFailuresInRow: 1000,
  withdrawalFailuresPerDay: 1000,
  argonQueue: 100,
};
const manyPending = { ...manyTries, withdrawalsPending: 1000 };

describeDatabases("withdrawals against everything", (open) => {
  test.each([2, 20])(
    "%i times more asked for than is there, at once: as many as it covers, never one more",
    async (many) => {
      const venue = await openWithdrawals({
        store: await open({ poolSize: 20 }),
        limits: manyPending,
        settings: { welcome: { USDT: "349.99999999" } },
      });
      for (let round = 0; round < (many > 2 ? 1 : rounds); round++) {
        const ada = await payee(venue);
        const answers = await Promise.all(
          Array.from({ length: many * 3 }, () => ada.tell(withdrawal, requestOf())),
        );
        expect(answers.filter(({ status }) => status === 0)).toHaveLength(3);
        expect(answers.filter(({ status }) => status === 300008)).toHaveLength(many * 3 - 3);
        expect(await money(ada)).toEqual(["49.99999999", "300"]);
      }
      expect(await violations(venue)).toEqual([]);
    },
  );

  test.each([2, 20])(
    "%i asked for at once with three that may wait: three, and a quote is used by one",
    async (many) => {
      const venue = await openWithdrawals({
        store: await open({ poolSize: 20 }),
        limits: manyTries,
      });
      const ada = await payee(venue);
      const { quote_id } = await ada.ask(withdrawalQuote, {
        flag: "USDT",
        network: "TRC20",
        address: target,
        amount: "100",
      });
      const quoted = await Promise.all(
        Array.from({ length: many }, () => ada.tell(withdrawal, requestOf({ quote_id }))),
      );
      expect(quoted.filter(({ status }) => status === 0)).toHaveLength(1);
      expect(quoted.filter(({ status }) => status === 100005)).toHaveLength(many - 1);
      const answers = await Promise.all(
        Array.from({ length: many + 2 }, () => ada.tell(withdrawal, requestOf())),
      );
      expect(answers.filter(({ status }) => status === 0)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 300007)).toHaveLength(many);
      const body = (await ada.ask(withdrawalOrder, {})).list[0];
      expect((await ada.ask(withdrawalOrder, { status: 0 })).total).toBe(3);
      expect(body?.status).toBe(0);
      expect(await violations(venue)).toEqual([]);
    },
  );

  test("the same intent sent twenty times at once is one withdrawal", async () => {
    const venue = await openWithdrawals({ store: await open({ poolSize: 20 }), limits: manyTries });
    const ada = await payee(venue);
    for (let round = 0; round < 2; round++) {
      const body = requestOf();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          ada.tell(withdrawal, at === 19 ? { ...body, amount: "101" } : body),
        ),
      );
      const done = answers.filter(({ status }) => status === 0);
      expect(new Set(done.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      expect(answers.every(({ status }) => status === 0 || status === 100005)).toBe(true);
    }
    expect((await ada.ask(withdrawalOrder, {})).total).toBe(2);
    expect(await violations(venue)).toEqual([]);
  });

  test.each([2, 20])(
    "%i cancels, approvals, rejections and the venue's own review of each: one end, and the money follows",
    async (many) => {
      const venue = await openWithdrawals({
        store: await open({ poolSize: 20 }),
        limits: manyTries,
      });
      const ada = await payee(venue);
      const clock = { now: venue.now };
      const currencies = await openCurrencies(venue.store, venue.source, venue.now());
      const auto = new AutoReview(
        { store: venue.store, clock, log: () => undefined },
        autoReviewsOut(
          { source: venue.source, currencies, settings: venue.settings },
          new AuditLog(venue.store, () => undefined),
        ),
      );
      const ends = { approved: 0, rejected: 0, canceled: 0 };
      for (let round = 0; round < rounds; round++) {
        const asked = await ada.ask(withdrawal, requestOf());
        await venue.store.command(({ db }) =>
          db
            .updateTable("withdrawal")
            .set({ review_due_at: venue.now() })
            .where("id", "=", Number(asked.id))
            .execute(),
        );
        const done: string[] = [];
        const cancel = async () => {
          const { status } = await ada.tell(cancelWithdrawal, { id: asked.id });
          if (status === 0) done.push("canceled");
          else expect(status).toBe(300009);
        };
        const review = (action: "approve" | "reject") => async () =>
          void done.push((await decide(venue, asked.id, action)).state);
        const rivals = Array.from({ length: many }, () => [
          cancel,
          review("approve"),
          review("reject"),
          () => auto.tick(),
        ]).flat();
        const answers = await outcomes(turned(rivals, round));
        for (const answer of answers) if (answer) expect(answer.code).toBe(300009);
        const [record] = (await ada.ask(withdrawalOrder, {})).list;
        const end =
          record?.status === 1
            ? "approved"
            : record?.reason === "canceled"
              ? "canceled"
              : "rejected";
        ends[end] += 1;
        // Where the venue's own review came first, nobody else did.
        expect(done.length === 1 ? done : [...done, "approved"]).toEqual([end]);
        expect((await money(ada))[1]).toBe("0");
      }
      const left = 10_000 - 100 * ends.approved;
      expect((await money(ada))[0]).toBe(`${left}.00000000`);
      expect(ends.approved + ends.rejected + ends.canceled).toBe(rounds);
      expect((await ada.ask(tradeRecord, { type: "12" })).total).toBe(
        ends.rejected + ends.canceled,
      );
      expect(await violations(venue)).toEqual([]);
    },
  );

  test("a password changed while withdrawals come in: none with the old one after it", async () => {
    const venue = await openWithdrawals({
      store: await open({ poolSize: 20 }),
      limits: manyPending,
    });
    for (let round = 0; round < rounds; round++) {
      const ada = await payee(venue);
      const [changed, ...answers] = await Promise.all([
        ada.tell(setWpass, { wpassword: "591024", old_wpassword: pin }),
        ...Array.from({ length: 8 }, () => ada.tell(withdrawal, requestOf({ amount: "10" }))),
      ]);
      expect(changed.status).toBe(0);
      const placed = answers.filter(({ status }) => status === 0).length;
      expect(answers.every(({ status }) => [0, 300022, 402].includes(status))).toBe(true);
      expect((await money(ada))[1]).toBe(String(placed * 10));
      expect((await ada.tell(withdrawal, requestOf())).status).toBe(300022);
    }
    expect(await violations(venue)).toEqual([]);
  });
});

describe("the tenth wrong password of a day", () => {
  test("locks money out however many come at once", async () => {
    const venue = await openWithdrawals({ limits: { argonQueue: 100 } });
    const ada = await payee(venue);
    const burst = () =>
      Promise.all(
        Array.from({ length: 12 }, () => ada.tell(withdrawal, requestOf({ wpassword: "700000" }))),
      );
    const first = (await burst()).map(({ status }) => status);
    expect([
      first.filter((status) => status === 300022).length,
      first.filter((status) => status === 200002).length,
    ]).toEqual([5, 7]);
    await venue.wind(900_000);
    expect((await burst()).filter(({ status }) => status === 300022)).toHaveLength(5);
    expect(await ada.tell(withdrawal, requestOf())).toMatchObject({
      status: 200002,
      data: { wait: 86_400 },
    });
  });
});
