import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { NewNotice } from "../../../venue/deps/new-notice.ts";
import { addNotice } from "../../../venue/account/notices/notices.ts";
import type { Notification } from "../../../venue/deps/notify-bus.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { notices, readNotices } = api.account;

async function leave(
  venue: TestVenue,
  client: TestClient,
  notice: Omit<NewNotice, "userId" | "now">,
): Promise<void> {
  await venue.store.command((tx) =>
    addNotice(tx, { ...notice, userId: client.session?.id ?? "", now: venue.now() }),
  );
}

describeDatabases("notices", (open) => {
  test("come newest first, in words and in facts, each to its own user", async () => {
    const venue = await startVenue({ store: await open() });
    const [ada, eve] = [await venue.user(), await venue.user()];
    await leave(venue, ada, {
      kind: "login",
      facts: { ip: "203.0.113.9" },
      refType: "session",
      refId: 12,
    });
    await venue.wind(1000);
    await leave(venue, ada, {
      kind: "account_status",
      facts: { status: 1, reason: "Papers are missing." },
    });
    const { list, unread } = await ada.ask(notices, {});
    expect(list).toMatchObject([
      {
        kind: "account_status",
        title: "Account frozen",
        facts: { status: 1, reason: "Papers are missing." },
        is_read: 0,
        create_time: venue.now(),
      },
      {
        kind: "login",
        content: expect.stringContaining("203.0.113.9"),
        ref_type: "session",
        ref_id: "12",
        create_time: venue.now() - 1000,
      },
    ]);
    expect(list[0]?.content).toContain("Reason: Papers are missing.");
    expect(unread).toBe(2);
    expect(await eve.ask(notices, {})).toEqual({ list: [], unread: 0 });
  });

  test("are read one by one or all at once, and nobody reads another's", async () => {
    const venue = await startVenue({ store: await open() });
    const [ada, eve] = [await venue.user(), await venue.user()];
    for (let at = 0; at < 3; at++) await leave(venue, ada, { kind: "password" });
    const ids = (await ada.ask(notices, {})).list.map(({ id }) => id);
    expect(await eve.ask(readNotices, { ids })).toEqual({ unread: 0 });
    expect(await eve.ask(readNotices, { ids: "all" })).toEqual({ unread: 0 });
    expect(await ada.ask(readNotices, { ids: [ids[0] ?? "", "9999999999999999999"] })).toEqual({
      unread: 2,
    });
    expect((await ada.ask(notices, {})).list.map(({ is_read }) => is_read)).toEqual([1, 0, 0]);
    expect(await ada.ask(readNotices, { ids: ["9999999999999999999"] })).toEqual({ unread: 2 });
    expect(await ada.ask(readNotices, { ids: "all" })).toEqual({ unread: 0 });
  });

  test("come page by page, and only the newest 500 are kept", async () => {
    const venue = await startVenue({ store: await open() });
    const [ada, eve] = [await venue.user(), await venue.user()];
    await leave(venue, eve, { kind: "system", facts: { title: "First", content: "Eve's own." } });
    await venue.store.command(async (tx) => {
      for (let at = 0; at < 503; at++)
        await addNotice(tx, {
          userId: ada.session?.id ?? "",
          kind: "system",
          facts: { title: `No. ${at}` },
          now: venue.now(),
        });
    });
    const titles = async (page: number, size: number) =>
      (await ada.ask(notices, { page, size })).list.map(({ title }) => title);
    expect(await titles(1, 2)).toEqual(["No. 502", "No. 501"]);
    expect(await titles(2, 2)).toEqual(["No. 500", "No. 499"]);
    expect(await titles(5, 100)).toHaveLength(100);
    expect((await titles(5, 100)).at(-1)).toBe("No. 3");
    expect(await titles(6, 100)).toEqual([]);
    expect((await ada.ask(notices, {})).unread).toBe(500);
    expect((await eve.ask(notices, {})).list).toHaveLength(1);
  });

  test("reach open streams once each, also those another process wrote", async () => {
    const store = await open();
    const venue = await startVenue({ store });
    const ada = await venue.user();
    await leave(venue, ada, { kind: "password" });
    await venue.wind(1000);
    const heard: Notification[] = [];
    venue.bus.onNotify((notification) => heard.push(notification));
    // A command that fails tells nobody.
    await store
      .command(async (tx) => {
        await addNotice(tx, { userId: ada.session?.id ?? "", kind: "login", now: venue.now() });
        throw new Error("undone");
      })
      .catch(() => undefined);
    await leave(venue, ada, { kind: "withdrawal_password" });
    await leave(venue, ada, {
      kind: "withdrawal_locked",
      facts: { until: venue.now() + 3_600_000 },
    });
    await venue.wind(60_000);
    await venue.wind(1000);
    const { list } = await ada.ask(notices, { size: 2 });
    expect(heard).toEqual(
      list.toReversed().map(({ id, kind }) => ({
        userId: ada.session?.id,
        topic: "user.notice",
        event: "new",
        data: { id, kind },
      })),
    );
  });
});

describe("a notice's words", () => {
  test("say until when withdrawals are held, and stand for a kind nobody knows", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    await leave(venue, ada, {
      kind: "withdrawal_locked",
      facts: { until: Date.UTC(2026, 10, 21, 20, 15) },
    });
    await leave(venue, ada, { kind: "withdrawal_locked", facts: { until: 1e300 } });
    await leave(venue, ada, { kind: "system" });
    expect(
      (await ada.ask(notices, {})).list.map(({ title, content }) => `${title}: ${content}`),
    ).toEqual([
      "Notice: ",
      "Withdrawals on hold: Withdrawals are held until later, after too many wrong withdrawal passwords.",
      "Withdrawals on hold: Withdrawals are held until 2026-11-21 20:15 UTC, after too many wrong withdrawal passwords.",
    ]);
  });
});
