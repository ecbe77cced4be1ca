import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { type SignedHeaders, signRequest } from "#protocol/wire/signature.ts";
import { startVenue, type TestClient } from "../../harness/venue/memory-venue.ts";

const { userInfo } = api.account;
const { setCollect, collect } = api.market;
const { coinPlaceOrder } = api.spot;
const star = { symbol: "btcusdt", collect: 1 } as const;

describe("window", () => {
  test.each([
    [-60, 0],
    [-61, 100009],
    [30, 0],
    [31, 100009],
    [0, 0],
    [86_400, 100009],
  ])("a signature of %i s from now: %i", async (clockOff, status) => {
    const venue = await startVenue();
    const ada = await venue.user();
    const answer = await ada.tell(userInfo, {}, { clockOff });
    expect(answer.status).toBe(status);
    if (status !== 0) expect(answer.data).toEqual({ server_time: venue.now() });
  });

  test("a client with a wrong clock gets through with the time it was given", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const { data } = await ada.tell(userInfo, {}, { clockOff: -86_400 });
    const offset = Math.round(
      ((data as { server_time: number }).server_time - (venue.now() - 86_400_000)) / 1000,
    );
    expect((await ada.tell(userInfo, {}, { clockOff: -86_400 + offset })).status).toBe(0);
  });
});

describe("replay", () => {
  test("a read's headers work once", async () => {
    const venue = await startVenue();
    const headers = { ...(await venue.user()).sign() };
    expect((await venue.visitor.send(userInfo, {}, { headers })).status).toBe(0);
    expect(await venue.visitor.send(userInfo, {}, { headers })).toMatchObject({
      status: 100009,
      data: { server_time: venue.now() },
    });
  });

  test("a write's headers work once, and not for another write", async () => {
    const venue = await startVenue();
    const headers = { ...(await venue.user()).sign() };
    expect((await venue.visitor.send(setCollect, star, { headers })).status).toBe(0);
    expect((await venue.visitor.send(setCollect, star, { headers })).status).toBe(100009);
    expect(
      (await venue.visitor.send(setCollect, { ...star, symbol: "dogeusdt" }, { headers })).status,
    ).toBe(100009);
  });

  test("a write that comes twice is distinguished from one whose time is wrong, whatever it did the first time", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const headers = { ...ada.sign() };
    const change = { old_password: "correct horse battery", password: "another horse battery" };
    expect((await venue.visitor.send(api.account.setPass, change, { headers })).status).toBe(0);
    expect(await venue.visitor.send(api.account.setPass, change, { headers })).toMatchObject({
      status: 100009,
      data: { spent: 1 },
    });
  });

  test("twenty at once have one effect", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const headers = { ...ada.sign() };
    const order = { symbol: "btcusdt", side: "buy", type: "market", value: "100" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        venue.visitor.send(
          coinPlaceOrder,
          { ...order, client_order_id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}` },
          { headers },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 0)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 100009)).toHaveLength(19);
    expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(1);
  });

  test("a venue started again over the same store still knows a write's nonce", async () => {
    const before = await startVenue();
    const ada = await before.user();
    const headers = { ...ada.sign() };
    expect((await before.visitor.send(setCollect, star, { headers })).status).toBe(0);
    const after = await startVenue({ store: before.store, seed: "after" });
    expect((await after.visitor.send(setCollect, star, { headers })).status).toBe(100009);
  });

  test("a refused write was not executed, and its headers may be used for the right one", async () => {
    const venue = await startVenue();
    const headers = { ...(await venue.user()).sign() };
    expect(
      (await venue.visitor.send(setCollect, { symbol: "nosuchusdt", collect: 1 }, { headers }))
        .status,
    ).toBe(300018);
    expect((await venue.visitor.send(setCollect, star, { headers })).status).toBe(0);
  });

  test("nonces leave after two hours, when the window has long closed", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    await ada.ask(setCollect, star);
    const count = () =>
      venue.store.read(
        async (db) => (await db.selectFrom("spent_nonce").selectAll().execute()).length,
      );
    await venue.wind(7_200_000);
    expect(await count()).toBe(1);
    await venue.wind(61_000);
    expect(await count()).toBe(0);
  });

  test("a clock that steps ahead by an hour and back opens no window for used headers", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const headers = { ...ada.sign() };
    expect((await venue.visitor.send(setCollect, star, { headers })).status).toBe(0);
    await venue.wind(3_600_000);
    await venue.wind(-3_600_000);
    expect((await venue.visitor.send(setCollect, star, { headers })).status).toBe(100009);
  });

  test("two sessions may use the same nonce in the same second", async () => {
    const venue = await startVenue();
    const [ada, bob] = [await venue.user(), await venue.user()];
    expect((await ada.tell(setCollect, star, { nonce: "abcdef0" })).status).toBe(0);
    expect((await bob.tell(setCollect, star, { nonce: "abcdef0" })).status).toBe(0);
  });
});

describe("form", () => {
  const odd = [
    ["nonce", "ABCDEF0"],
    ["nonce", "abcdef"],
    ["nonce", "abcdef00"],
    ["timestamp", "169999920"],
    ["timestamp", "16999992000"],
    ["timestamp", "1.69999e9"],
    ["userid", "-1"],
    ["userid", "01"],
    ["userid", "9".repeat(19)],
    ["userid", "1a"],
    ["sign", ""],
  ] as const;
  test.each(odd)("%s %j is 401", async (header, value) => {
    const venue = await startVenue();
    const headers = { ...(await venue.user()).sign(), [header]: value };
    expect((await venue.visitor.send(userInfo, {}, { headers })).status).toBe(401);
  });

  test("a lower-case signature is 401", async () => {
    const venue = await startVenue();
    const signed = (await venue.user()).sign();
    expect(
      (
        await venue.visitor.send(
          userInfo,
          {},
          { headers: { ...signed, sign: signed.sign.toLowerCase() } },
        )
      ).status,
    ).toBe(401);
  });

  test.each(["nonce", "timestamp", "userid", "sign"])("without %s it is 401", async (header) => {
    const venue = await startVenue();
    const headers: Record<string, string> = { ...(await venue.user()).sign() };
    delete headers[header];
    expect((await venue.visitor.send(userInfo, {}, { headers })).status).toBe(401);
  });

  test("any change of one signed value is 401", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("nonce", "timestamp", "sign"),
        fc.nat(31),
        async (header, at) => {
          const headers: Record<string, string> = { ...ada.sign() };
          const text = headers[header] ?? "";
          const place = at % text.length;
          // The last digit of the time only, so that it stays within the window.
          const changed =
            header === "timestamp"
              ? text.slice(0, -1) + String((Number(text.at(-1)) + 1) % 10)
              : text.slice(0, place) + (text[place] === "0" ? "1" : "0") + text.slice(place + 1);
          expect(
            (await venue.visitor.send(userInfo, {}, { headers: { ...headers, [header]: changed } }))
              .status,
          ).toBe(401);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("v1 does not cover the body: a changed one passes, as SECURITY.md says", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const headers = { ...ada.sign() };
    expect(
      (await venue.visitor.send(setCollect, { symbol: "dogeusdt", collect: 1 }, { headers }))
        .status,
    ).toBe(0);
    expect(await ada.ask(collect, {})).toEqual(["dogeusdt"]);
  });
});

describe("one effect per client_order_id", () => {
  const order = {
    symbol: "btcusdt",
    side: "buy",
    type: "market",
    value: "100",
    client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
  } as const;

  test("the same body gets the first answer, whatever the order of its keys", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const first = await ada.ask(coinPlaceOrder, order);
    await venue.wind(1000);
    const turned = Object.fromEntries(Object.entries(order).toReversed());
    const again = await ada.send(coinPlaceOrder, { ...turned, amount: null });
    expect(again.data).toEqual(first);
    expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(1);
  });

  test("another body is 100005, another user's same id is their own", async () => {
    const venue = await startVenue();
    const [ada, bob] = [await venue.user(), await venue.user()];
    await ada.ask(coinPlaceOrder, order);
    expect((await ada.tell(coinPlaceOrder, { ...order, value: "101" })).status).toBe(100005);
    expect((await bob.tell(coinPlaceOrder, { ...order, value: "101" })).status).toBe(0);
  });
});

test("the stream learns who signed, once for each signature, and nobody from a bad or blocked one", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  const headers = signRequest(
    ada.session ?? { id: "", token: "" },
    "abcdef0",
    Math.floor(venue.now() / 1000),
  );
  const authenticate = (sent: SignedHeaders) => venue.venue.authenticate(sent, "192.0.2.1");
  expect(await authenticate(headers)).toMatchObject({ id: ada.session?.id, status: 0 });
  expect(await authenticate(headers)).toBeNull();
  expect(await authenticate({ ...headers, nonce: "abcdef1" })).toBeNull();
  await venue.setStatus(ada, 2);
  expect(
    await authenticate(
      signRequest(ada.session ?? { id: "", token: "" }, "abcdef2", Math.floor(venue.now() / 1000)),
    ),
  ).toBeNull();
});

describe("streams of a session", () => {
  test("receive the order to end when their user is shut out, and not when frozen", async () => {
    const venue = await startVenue();
    const [ada, bob] = [await venue.user(), await venue.user()];
    const ended: unknown[] = [];
    venue.bus.onEnd((sessions) => ended.push(sessions));
    await venue.setStatus(bob, 1);
    await venue.setStatus(ada, 2);
    await venue.setStatus(ada, 3);
    expect(ended).toEqual([{ userId: ada.session?.id }, { userId: ada.session?.id }]);
  });

  test("are looked after: only a live session of a user who is not shut out counts", async () => {
    const venue = await startVenue({ limits: { sessionIdleSec: 1000, sessionLifeSec: 1500 } });
    const [ada, bob, eve, kim] = [
      await venue.user(),
      await venue.user(),
      await venue.user(),
      await venue.user(),
    ];
    const sessions = await venue.store.read((db) =>
      db.selectFrom("session").select(["id", "user_id"]).execute(),
    );
    const idOf = (client: TestClient) =>
      sessions.find(({ user_id }) => String(user_id) === client.session?.id)?.id ?? "";
    const asked = [ada, bob, eve, kim].map(idOf);
    const live = async () => [...(await venue.venue.liveSessions([...asked, "unheard of"]))].sort();
    expect(await live()).toEqual([...asked].sort());
    await bob.ask(api.session.logout, {});
    await venue.setStatus(eve, 2);
    await venue.setStatus(kim, 1);
    expect(await live()).toEqual([idOf(ada), idOf(kim)].sort());
    await venue.wind(900_000);
    await ada.ask(api.account.userInfo, {});
    await venue.wind(100_000);
    expect(await live()).toEqual([idOf(ada)]);
    await venue.wind(499_000);
    await ada.ask(api.account.userInfo, {});
    expect(await live()).toEqual([idOf(ada)]);
    await venue.wind(1000);
    expect(await live()).toEqual([]);
  });
});
