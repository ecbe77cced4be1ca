import { describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { noticeKinds } from "#protocol/api/account.ts";
import { defaultNoticeSettings, reachesBy, noticeTopics } from "#protocol/api/notice-settings.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { addNotice, addNoticeForAll, renewNotice } from "../../../venue/account/notices/notices.ts";
import {
  createPushSender,
  type PushOutcome,
  type PushPayload,
  type SendPush,
} from "../../../venue/account/push/push-sender.ts";
import { storedNoticeSettings } from "../../../venue/account/push/stored-settings.ts";
import { isPushService } from "../../../venue/account/push/push-services.ts";
import { pushLanguages, pushWordKeys, pushWords } from "../../../venue/account/push/push-words.ts";
import type { NewNotice } from "../../../venue/deps/new-notice.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import {
  startVenue,
  type StartOptions,
  type TestClient,
  testPushKey,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";
import { PushService } from "../../harness/venue/push-service.ts";

const { noticeSettings, setNoticeSettings, subscribePush, unsubscribePush, renewPush, testPush } =
  api.account;
const origin = "http://push.test";
const settings = { pushServices: [origin] };

interface Sent {
  endpoint: string;
  payload: PushPayload;
  form: Parameters<SendPush>[2];
}

/** A venue whose pushes are noted instead of sent. */
async function noting(options: StartOptions = {}) {
  const sent: Sent[] = [];
  let outcome: (endpoint: string) => PushOutcome | Promise<PushOutcome> = () => ({ kind: "sent" });
  const venue = await startVenue({
    settings,
    sendPush: async ({ endpoint }, payload, form) => {
      sent.push({ endpoint, payload, form });
      return outcome(endpoint);
    },
    ...options,
  });
  return {
    venue,
    sent,
    answer: (next: typeof outcome) => (outcome = next),
    /** Winds the clock and waits for the pushes that this makes due. */
    pass: async (ms = 1000) => {
      for (const step of [ms, 0]) {
        await venue.wind(step);
        await venue.venue.close();
      }
    },
  };
}

const device = (name: string) => ({
  endpoint: `${origin}/${name}`,
  p256dh: "B".repeat(87),
  auth: "A".repeat(22),
});

const tell = (
  venue: TestVenue,
  client: TestClient,
  notice: Omit<NewNotice, "userId" | "now">,
  add = addNotice,
) =>
  venue.store.command((tx) =>
    add(tx, { ...notice, userId: client.session?.id ?? "", now: venue.now() }),
  );

const filled = {
  kind: "order",
  facts: {
    event: "filled",
    side: "buy",
    base: "BTC",
    quote: "USDT",
    filled: "0.0125",
    amount: "0.0125",
    price: "29087.27",
  },
  refType: "coin-order",
  refId: 7,
} as const;

describeDatabases("pushes", (open) => {
  test("a notice reaches each device of its user, in its language, once, and nobody else", async () => {
    const { venue, sent, pass } = await noting({ store: await open() });
    const [ada, eve] = [await venue.user(), await venue.user()];
    await ada.ask(subscribePush, { ...device("phone"), lang: "zh-CN" });
    await ada.ask(subscribePush, { ...device("tablet"), lang: "fr-FR" });
    await eve.ask(subscribePush, { ...device("eve"), lang: "en-US" });
    await tell(venue, ada, filled);
    await pass();
    await pass();
    expect(sent.map(({ endpoint, payload }) => [endpoint, payload.title, payload.text])).toEqual([
      [`${origin}/phone`, "BTC/USDT：委托已成交", "0.0125，均价 29,087.27"],
      [`${origin}/tablet`, "BTC/USDT\u00a0: ordre exécuté", "0,0125 à 29\u202f087,27"],
    ]);
    expect(sent[0]).toMatchObject({
      payload: { path: "/coins?symbol=btcusdt&tab=completed", tag: "order-7" },
      form: { ttlSec: 86_400, urgency: "high", topic: "order-7" },
    });
  });

  test("an order that fills in three parts is one message that grows; what was read meanwhile is not sent", async () => {
    const { venue, sent, pass } = await noting({ store: await open() });
    const ada = await venue.user();
    await ada.ask(subscribePush, device("phone"));
    for (const part of ["0.004", "0.008", "0.0125"])
      await tell(venue, ada, { ...filled, facts: { ...filled.facts, filled: part } }, renewNotice);
    await pass();
    expect(sent.map(({ payload }) => payload.text)).toEqual(["0.0125 at 29,087.27"]);
    await tell(venue, ada, { kind: "password" });
    await ada.ask(api.account.readNotices, { ids: "all" });
    await pass();
    expect(sent).toHaveLength(1);
  });

  test("topics, quiet hours and hidden amounts hold; what guards the account comes at night, too", async () => {
    const { venue, sent, pass } = await noting({ store: await open() });
    const ada = await venue.user();
    await ada.ask(subscribePush, device("phone"));
    const chosen = structuredClone(defaultNoticeSettings);
    chosen.channels.orders = ["app"];
    chosen.hide_amounts = 1;
    await ada.ask(setNoticeSettings, chosen);
    expect((await ada.ask(noticeSettings, {})).settings).toEqual(chosen);
    await tell(venue, ada, filled);
    await tell(venue, ada, {
      kind: "position_closed",
      facts: {
        contract_code: "BTC-USDT",
        close_kind: "tp",
        price: "30000",
        net: "12.5",
        quote: "USDT",
      },
    });
    await pass();
    expect(sent.map(({ payload }) => [payload.title, payload.text])).toEqual([
      ["BTC-USDT: take profit reached", ""],
    ]);
    await ada.ask(setNoticeSettings, {
      ...chosen,
      quiet: { on: 1, from: "00:00", to: "23:59", zone: "UTC" },
    });
    await tell(venue, ada, { kind: "paper_funds", facts: { amount: "5", flag: "USDT" } });
    await tell(venue, ada, { kind: "login", facts: { ip: "203.0.113.9" } });
    await pass();
    expect(sent.slice(1).map(({ payload }) => payload.title)).toEqual([
      "New login to your account",
    ]);
  });

  test("a device is forgotten with its session, when it says so, and when its service no longer knows it", async () => {
    const { venue, sent, pass, answer } = await noting({ store: await open() });
    const account = `push${Math.random()}@example.org`;
    const phone = await venue.user(account);
    const laptop = await venue.login(account);
    await phone.ask(subscribePush, device("phone"));
    await laptop.ask(subscribePush, device("laptop"));
    expect((await laptop.ask(noticeSettings, {})).devices).toBe(2);
    await phone.ask(api.session.logout, {});
    expect((await laptop.ask(noticeSettings, {})).devices).toBe(1);
    await tell(venue, laptop, { kind: "password" });
    await pass();
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([`${origin}/laptop`]);
    answer(() => ({ kind: "gone" }));
    await tell(venue, laptop, { kind: "password" });
    await pass();
    expect((await laptop.ask(noticeSettings, {})).devices).toBe(0);
    await laptop.ask(subscribePush, device("laptop"));
    await laptop.ask(unsubscribePush, { endpoint: device("laptop").endpoint });
    expect(await laptop.ask(testPush, {})).toEqual({ devices: 0 });
  });

  test("a service that is busy, broken or silent is asked again, later and later, and no longer than the news is worth", async () => {
    const { venue, sent, pass, answer } = await noting({ store: await open() });
    const ada = await venue.user();
    await ada.ask(subscribePush, device("phone"));
    answer(() => ({ kind: "later", afterSec: 90 }));
    await tell(venue, ada, { kind: "password" });
    await pass();
    await pass(80_000);
    expect(sent).toHaveLength(1);
    await pass(11_000);
    expect(sent).toHaveLength(2);
    answer(() => {
      throw new Error("the line is torn");
    });
    await pass(100_000);
    expect(sent).toHaveLength(3);
    answer(() => ({ kind: "sent" }));
    await pass(3_600_000);
    expect(sent).toHaveLength(4);
    answer(() => ({ kind: "later", afterSec: 0 }));
    await tell(venue, ada, { kind: "password" });
    for (let hour = 0; hour < 80; hour++) await pass(3_600_000);
    const tries = sent.length;
    answer(() => ({ kind: "sent" }));
    await pass(3_600_000);
    expect(sent).toHaveLength(tries);
  });

  test("a venue's word reaches all devices; a refused push is logged and dropped", async () => {
    const { venue, sent, pass, answer } = await noting({ store: await open() });
    for (const name of ["one", "two", "three"])
      await (await venue.user()).ask(subscribePush, device(name));
    answer((endpoint) =>
      endpoint.endsWith("two") ? { kind: "refused", status: 413 } : { kind: "sent" },
    );
    await venue.store.command((tx) =>
      addNoticeForAll(tx, { kind: "system", facts: {}, now: venue.now() }),
    );
    await pass();
    await pass(3_600_000);
    expect(sent).toHaveLength(3);
    expect(
      venue.lines.filter(({ event }) => event === "a push service refused a push"),
    ).toMatchObject([{ facts: { status: 413 } }]);
  });
});

describe("a device's address", () => {
  test("is of a browser's push service, or of one that the operator named", async () => {
    expect(isPushService("https://fcm.googleapis.com/fcm/send/x", [])).toBe(true);
    expect(isPushService("https://updates.push.services.mozilla.com/wpush/v2/x", [])).toBe(true);
    expect(isPushService("https://web.push.apple.com/x", [])).toBe(true);
    for (const hostile of [
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com.evil.example/x",
      "https://evilpush.apple.com.example/x",
      "https://fcm.googleapis.com:8443/x",
      "https://user@fcm.googleapis.com/x",
      "https://169.254.169.254/latest",
      "http://127.0.0.1:5432/",
      "https://notpush.apple.com/x",
      "file:///etc/passwd",
      "x",
    ])
      expect(isPushService(hostile, []), hostile).toBe(false);
    const { venue } = await noting();
    const ada = await venue.user();
    for (const endpoint of ["http://127.0.0.1:22/", "https://evil.example/"])
      await expect(ada.ask(subscribePush, { ...device("x"), endpoint })).rejects.toThrow(
        String(codes.invalidParameters),
      );
  });

  test("moves by its old one alone, which is a secret", async () => {
    const { venue, sent, pass } = await noting();
    const ada = await venue.user();
    await ada.ask(subscribePush, device("old"));
    await venue.visitor.ask(renewPush, { ...device("new"), old_endpoint: `${origin}/guess` });
    await venue.visitor.ask(renewPush, { ...device("new"), old_endpoint: `${origin}/old` });
    await tell(venue, ada, { kind: "password" });
    await pass();
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([`${origin}/new`]);
  });

  test("nobody ends or takes over another's device but by having it", async () => {
    const { venue, sent, pass } = await noting();
    const [ada, eve] = [await venue.user(), await venue.user()];
    await ada.ask(subscribePush, device("phone"));
    await eve.ask(unsubscribePush, { endpoint: device("phone").endpoint });
    await tell(venue, ada, { kind: "password" });
    await pass();
    expect(sent).toHaveLength(1);
    // Who logs in on the same phone gets what it is sent from then on, and the one before gets nothing there.
    await eve.ask(subscribePush, device("phone"));
    await tell(venue, ada, { kind: "password" });
    await tell(venue, eve, { kind: "login" });
    await pass();
    expect(sent.slice(1).map(({ payload }) => payload.title)).toEqual([
      "New login to your account",
    ]);
  });

  test("a test comes at once, and the next one after five seconds", async () => {
    const { venue, sent, pass } = await noting();
    const ada = await venue.user();
    await ada.ask(subscribePush, device("phone"));
    expect(await ada.ask(testPush, {})).toEqual({ devices: 1 });
    expect((await ada.tell(testPush, {})).http).toBe(429);
    await pass();
    await pass(5000);
    await ada.ask(testPush, {});
    await pass();
    expect(sent.map(({ payload }) => payload.tag)).toEqual(["notice-test", "notice-test"]);
  });

  test("where pushes are off the venue says so and takes no device", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    expect((await ada.ask(noticeSettings, {})).push_key).toBe("");
    await expect(ada.ask(subscribePush, device("phone"))).rejects.toThrow(
      String(codes.serverDisabled),
    );
  });
});

describe("over HTTP", () => {
  test("a device reads what was encrypted for it and signed by the venue; a service that hangs harms no other", async () => {
    const services = await Promise.all(
      [0, 1].map(() => PushService.open(() => testPushKey.publicKey)),
    );
    const [good, bad] = services as [PushService, PushService];
    onTestFinished(() => services.forEach((service) => service.close()));
    bad.manner = () => "hang";
    const { venue } = await noting({
      settings: { pushServices: [good.origin, bad.origin] },
      sendPush: createPushSender(testPushKey, {
        subject: "mailto:operator@example.org",
        timeoutMs: 1500,
      }),
    });
    const ada = await venue.user();
    for (let at = 0; at < 8; at++)
      await ada.ask(subscribePush, (at % 2 === 0 ? bad : good).subscribe(`device${at}`));
    await tell(venue, ada, filled);
    await venue.wind(1000);
    await expect.poll(() => good.taken.length).toBe(4);
    expect(good.taken[0]).toMatchObject({
      payload: { title: "BTC/USDT: order filled", text: "0.0125 at 29,087.27" },
      ttl: "86400",
      urgency: "high",
      topic: "order-7",
    });
    await venue.venue.close();
    good.manner = () => 410;
    await tell(venue, ada, { kind: "password" });
    await venue.wind(1000);
    await venue.venue.close();
    expect((await ada.ask(noticeSettings, {})).devices).toBe(4);
  });
});

describe("words", () => {
  test("every language has the same ones, and each kind of notice has its own", () => {
    const keys = pushWordKeys("en-US");
    for (const language of pushLanguages) expect(pushWordKeys(language)).toEqual(keys);
    for (const lang of pushLanguages)
      for (const kind of noticeKinds) {
        const { title } = pushWords(kind, { event: "filled" }, { lang, hideAmounts: true });
        if (kind !== "system")
          expect(title, `${kind} ${lang}`).not.toBe(
            pushWords("system", {}, { lang, hideAmounts: true }).title,
          );
        expect(title).not.toMatch(/[{}]/);
      }
  });

  test("with amounts hidden no figure is left", () => {
    const figures = ["amount", "filled", "payout", "price", "net", "level", "percent", "window"];
    const events = { event: ["triggered", "partly", "ended"], kind: ["above", "rise"] };
    for (const lang of pushLanguages)
      for (const kind of noticeKinds)
        for (const [event, way] of events.event.map(
          (name, at) => [name, events.kind[at]] as const,
        )) {
          const facts = Object.fromEntries(figures.map((name) => [name, "71.5"]));
          const given = { ...facts, flag: "USDT", event, kind: way ?? "cross" };
          const { title, text } = pushWords(kind, given, { lang, hideAmounts: true });
          expect(title + text, `${kind} ${lang}`).not.toMatch(/\d/);
        }
  });
});

describe("settings", () => {
  const at = (time: string) => Date.parse(`2026-06-01T${time}:00Z`);

  test("quiet hours go over midnight, by the clock of their zone", () => {
    const night = {
      ...defaultNoticeSettings,
      quiet: { on: 1 as const, from: "22:00", to: "07:00", zone: "Europe/Paris" },
    };
    const heard = ["19:59", "20:00", "02:00", "04:59", "05:00"].map((time) =>
      reachesBy(night, "orders", "push", at(time)),
    );
    expect(heard).toEqual([true, false, false, false, true]);
    expect(reachesBy(night, "orders", "app", at("02:00"))).toBe(true);
    expect(reachesBy(night, "security", "push", at("02:00"))).toBe(true);
  });

  test("settings that were stored before a topic came have it as usual", () => {
    const { prices, ...known } = defaultNoticeSettings.channels;
    const older = { ...defaultNoticeSettings, channels: { ...known, orders: [] }, hide_amounts: 1 };
    expect(storedNoticeSettings(JSON.stringify(older))).toEqual({
      ...older,
      channels: { ...older.channels, prices },
    });
    expect(storedNoticeSettings(null)).toEqual(defaultNoticeSettings);
  });

  test("what guards the account is always shown in the app, whatever is chosen", () => {
    const none = structuredClone(defaultNoticeSettings);
    for (const topic of noticeTopics) none.channels[topic] = [];
    const shown = noticeTopics.filter((topic) => reachesBy(none, topic, "app", 0));
    expect(shown).toEqual(["liquidation", "security"]);
    expect(noticeTopics.some((topic) => reachesBy(none, topic, "push", 0))).toBe(false);
  });
});
