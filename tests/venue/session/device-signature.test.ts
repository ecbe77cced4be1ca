import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { deviceSignatureHeader, noContent, streamCall } from "#protocol/wire/device-signature.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import { marketBuy } from "../../harness/venue/market-buy.ts";
import {
  readAnswer,
  startVenue,
  TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";
import { makeDevice, type TestDevice } from "../../harness/venue/test-device.ts";
import { png } from "../../harness/samples/sample-images.ts";

const { coinPlaceOrder, coinOrders } = api.spot;
const { userInfo } = api.account;
const account = "ada@example.org";

async function start(options?: Parameters<typeof startVenue>[0]) {
  const venue = await startVenue(options);
  await venue.user(account);
  return { venue, ...(await venue.loginWithDevice(account)) };
}

function signed(client: TestClient) {
  const headers = client.sign();
  if (!("sign" in headers)) throw new Error("nobody is logged in");
  return headers as SignedHeaders;
}

/** Posts exactly these bytes with exactly these headers. */
async function post(
  venue: TestVenue,
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  type: string | null = "application/json",
) {
  return readAnswer(
    await venue.fetch(path, {
      method: "POST",
      headers: { ...(type !== null && { "content-type": type }), ...headers },
      body,
    }),
  );
}

describe("a session that began with a device's key", () => {
  test("is served with the device's signature, and says so where its sessions are listed", async () => {
    const { venue, client } = await start();
    expect(await client.ask(userInfo, {})).toMatchObject({ player: { account } });
    expect((await client.tell(coinPlaceOrder, marketBuy("100"))).status).toBe(0);
    const plain = await venue.login(account);
    const listed = await plain.ask(api.account.sessions, {});
    expect(listed.map(({ signature }) => signature).toSorted()).toEqual(["v1", "v1", "v2"]);
  });

  test("is not served to who has its token alone, and the refusals are written down", async () => {
    const { venue, client } = await start();
    const thief = new TestClient(venue, client.session);
    expect(await thief.tell(userInfo, {})).toMatchObject({ status: 401, data: null });
    const order = marketBuy("100");
    expect((await thief.tell(coinPlaceOrder, order)).status).toBe(401);
    expect(await client.ask(coinOrders, {})).toMatchObject({ list: [] });
    // They are counted by minute.
    await venue.wind(61_000);
    const audit = await venue.store.read((db) =>
      db.selectFrom("audit").select("facts").where("event", "=", "signature-refused").execute(),
    );
    expect(audit.length).toBeGreaterThan(0);
    // The order's id was not spent by the refusal.
    expect((await client.tell(coinPlaceOrder, order)).status).toBe(0);
  });

  test("takes no other device's signature, nor one of another form", async () => {
    const { venue, client, device } = await start();
    const other = await makeDevice();
    const headers = () => signed(client);
    const call = { method: "GET", path: userInfo.path, query: new URLSearchParams(), body: "" };
    const ask = async (value: string, sent = headers()) =>
      (
        await readAnswer(
          await venue.fetch(userInfo.path, {
            headers: { ...sent, [deviceSignatureHeader]: value },
          }),
        )
      ).status;
    const foreign = headers();
    expect(await ask(await other.sign({ ...call, method: "GET" }, foreign), foreign)).toBe(401);
    const right = headers();
    const value = await device.sign({ ...call, method: "GET" }, right);
    for (const bad of [
      "",
      "x",
      value.slice(0, -1),
      `${value}A`,
      value.replace(".", ""),
      `${noContent}.${"A".repeat(86)}`,
    ])
      expect(await ask(bad, right), bad).toBe(401);
    expect(await ask(value, right)).toBe(0);
    // Once: the nonce of v1 stands in what the device signs.
    expect(await ask(value, right)).toBe(100009);
    expect(await ask(value, headers())).toBe(401);
  });

  test("finds a change of any byte of the body, which the token's signature does not", async () => {
    const { venue, client, device } = await start();
    const body = JSON.stringify(marketBuy("100"));
    const path = coinPlaceOrder.path;
    for (let at = 0; at < body.length; at++) {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const headers = signed(client);
      const value = await device.sign(
        { method: "POST", path, query: new URLSearchParams(), body },
        headers,
      );
      const answer = await post(venue, path, changed, {
        ...headers,
        [deviceSignatureHeader]: value,
      });
      expect(answer.status, `byte ${at}`).toBe(401);
    }
    expect(await client.ask(coinOrders, {})).toMatchObject({ list: [] });
    const plain = await venue.login(account);
    expect(
      (await post(venue, path, body.replace('"100"', '"101"'), { ...plain.sign() })).status,
    ).toBe(0);
  });

  test("finds another method, path, query, time and user", async () => {
    const { venue, client, device } = await start();
    const send = async (path: string, signedAs: Partial<Parameters<TestDevice["sign"]>[0]>) => {
      const headers = signed(client);
      const [pathname = "", query = ""] = path.split("?");
      const value = await device.sign(
        {
          method: "GET",
          path: pathname,
          query: new URLSearchParams(query),
          body: "",
          ...signedAs,
        },
        headers,
      );
      return readAnswer(
        await venue.fetch(path, { headers: { ...headers, [deviceSignatureHeader]: value } }),
      );
    };
    const address = `${api.wallet.tradeRecord.path}?page=1&currency=USDT`;
    expect((await send(address, {})).status).toBe(0);
    // As a proxy may write it.
    expect(
      (await send(address, { query: new URLSearchParams("currency=USDT&page=1") })).status,
    ).toBe(0);
    expect((await send(address, { query: new URLSearchParams("page=1") })).status).toBe(401);
    expect(
      (await send(address, { query: new URLSearchParams("page=2&currency=USDT") })).status,
    ).toBe(401);
    expect((await send(address, { path: userInfo.path })).status).toBe(401);
    expect((await send(address, { method: "POST" })).status).toBe(401);
    expect((await send(address, { body: "x" })).status).toBe(401);
  });

  test("covers an uploaded file", async () => {
    const { venue, client, device } = await start();
    const { path } = api.upload.pictureFiles;
    const send = async (file: Buffer, signedFile: Buffer) => {
      const headers = signed(client);
      const form = new FormData();
      form.append("files", new Blob([new Uint8Array(file)], { type: "image/png" }), "a.png");
      const value = await device.sign(
        { method: "POST", path, query: new URLSearchParams(), body: signedFile },
        headers,
      );
      return post(venue, path, form, { ...headers, [deviceSignatureHeader]: value }, null);
    };
    const [mine, another] = [png(), png({ shade: 3 })];
    expect((await send(another, mine)).status).toBe(401);
    expect((await send(mine, mine)).status).toBe(0);
  });

  test("covers an encoded body as it is sent", async () => {
    const { client } = await start({ settings: { base64: true } });
    expect((await client.tell(coinPlaceOrder, marketBuy("100"))).status).toBe(0);
  });

  test("gives its own topics of the stream to the device alone", async () => {
    const { venue, client, device } = await start();
    const { authenticate } = venue.venue;
    expect(await authenticate(signed(client), "192.0.2.1")).toBeNull();
    const headers = signed(client);
    const value = await device.sign({ ...streamCall, body: "" }, headers);
    expect(await authenticate(headers, "192.0.2.1", value)).toMatchObject({
      id: client.session?.id,
    });
  });

  test("leaves its owner's limits to the owner: a thief uses up those of an address", async () => {
    const { venue, client } = await start({
      limits: { ordersPerSecond: 0.001, ordersBurst: 2, publicBurst: 5, publicPerSecond: 0.001 },
    });
    const thief = new TestClient(venue, client.session);
    const statuses = [];
    for (let i = 0; i < 8; i++)
      statuses.push(
        (await thief.tell(coinPlaceOrder, marketBuy("10"), { ip: "198.51.100.7" })).status,
      );
    expect(new Set(statuses.slice(0, 5))).toEqual(new Set([401]));
    expect(statuses.slice(5)).toEqual([100006, 100006, 100006]);
    expect((await client.tell(coinPlaceOrder, marketBuy("10"))).status).toBe(0);
  });

  test("is ended by its log-out, also one that is heard later", async () => {
    const { venue, client } = await start();
    await client.ask(api.session.logout, {});
    expect((await client.tell(userInfo, {})).status).toBe(401);
    const { client: next } = await venue.loginWithDevice(account);
    expect((await next.tell(userInfo, {})).status).toBe(0);
  });
});

test("what is no point of the curve is no key, and opens no session", async () => {
  const venue = await startVenue();
  await venue.user(account);
  const logIn = (device_key: string) =>
    venue.visitor.tell(api.session.login, {
      account,
      logintype: "email",
      loginway: "password",
      verifykey: "correct horse battery",
      device_key,
    });
  const refused = { status: 100005, data: { field: "device_key" } };
  expect(await logIn(`B${"A".repeat(86)}`)).toMatchObject(refused);
  expect(await logIn("B")).toMatchObject(refused);
  expect(await logIn(`A${"A".repeat(86)}`)).toMatchObject(refused);
  const { publicKey } = await makeDevice();
  expect((await logIn(publicKey)).status).toBe(0);
});

test("who has no key goes on as the specification says", async () => {
  const venue = await startVenue();
  const ada = await venue.user(account);
  expect((await ada.tell(userInfo, {})).status).toBe(0);
  expect(
    (await ada.tell(userInfo, {}, { headers: { [deviceSignatureHeader]: "anything" } })).status,
  ).toBe(0);
});

test("the hash of nothing is that of nothing", () => {
  expect(noContent).toBe(createHash("sha256").digest("base64url"));
});
