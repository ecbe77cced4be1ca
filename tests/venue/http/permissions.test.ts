import { describe, expect, test } from "vitest";
import { api, apiRows } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { defaultNoticeSettings } from "#protocol/api/notice-settings.ts";
import { btcusdt } from "../../harness/venue/fixed-source.ts";
import { startVenue, TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";

const id = "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11";

/** A valid request for every private endpoint; one without an entry here fails the test. */
const valid: Record<string, Record<string, unknown>> = {
  logout: {},
  pictureFiles: {},
  pictureFile: { id: "0".repeat(32) },
  userInfo: {},
  notices: {},
  security: {},
  sessions: {},
  revokeSession: { id: "others" },
  logins: {},
  freeze: { password: "correct horse battery" },
  unfreeze: { password: "correct horse battery", code: "123456" },
  totp: {},
  setupTotp: { password: "correct horse battery" },
  enableTotp: { code: "123456" },
  disableTotp: { password: "correct horse battery", code: "123456" },
  passkeys: {},
  passkeyOptions: { for: "add" },
  addPasskey: {
    password: "correct horse battery",
    name: "Phone",
    made: {
      id: "AA",
      rawId: "AA",
      type: "public-key",
      response: { clientDataJSON: "AA", attestationObject: "AA" },
    },
  },
  removePasskey: { password: "correct horse battery", id: "AA" },
  setPass: { old_password: "correct horse battery", password: "incorrect horse battery" },
  readNotices: { ids: "all" },
  noticeSettings: {},
  setNoticeSettings: { ...defaultNoticeSettings },
  subscribePush: {
    endpoint: "https://fcm.googleapis.com/fcm/send/x",
    p256dh: "B".repeat(87),
    auth: "A".repeat(22),
  },
  unsubscribePush: { endpoint: "https://fcm.googleapis.com/fcm/send/x" },
  testPush: {},
  priceAlerts: {},
  addPriceAlert: { market: "spot", symbol: btcusdt.symbol, kind: "above", price: "1", again: 0 },
  setPriceAlert: { id: "1", state: "off" },
  collect: {},
  setCollect: { symbol: btcusdt.symbol, collect: 1 },
  cert: {
    name: "Ada Lovelace",
    id_number: "AB123456",
    front: "0".repeat(32),
    back: "1".repeat(32),
  },
  certification: {},
  walletBalance: {},
  payOrder: {},
  recharge: {
    flag: "USDT",
    network: "TRC20",
    amount: "100",
    voucher: "0".repeat(32),
    client_order_id: id,
  },
  tradeRecord: {},
  rechargeCurrency: {},
  withdrawalCurrency: {},
  setWpass: { wpassword: "480913", password: "correct horse battery" },
  withdrawalOrder: {},
  withdrawalQuote: { flag: "USDT", network: "TRC20", address: "PAPER-TRC20-7", amount: "100" },
  withdrawal: {
    flag: "USDT",
    network: "TRC20",
    address: "PAPER-TRC20-7",
    amount: "100",
    wpassword: "480913",
    client_order_id: id,
  },
  withdrawalWithBank: {
    bank_id: "1",
    flag: "USDT",
    amount: "100",
    wpassword: "480913",
    client_order_id: id,
  },
  cancelWithdrawal: { id: "1" },
  addresses: {},
  saveAddress: { label: "Mine", network: "TRC20", address: "PAPER-TRC20-7", wpassword: "480913" },
  removeAddress: { id: "1" },
  setWhitelist: { on: true, wpassword: "480913" },
  banks: {},
  setBanks: {
    bank_name: "Bank",
    account_name: "Ada",
    card_no: "4111111111111111",
    wpassword: "480913",
  },
  removeBank: { id: "1" },
  defaultBank: { id: "1" },
  equity: {},
  coinPlaceOrder: {
    symbol: btcusdt.symbol,
    side: "buy",
    type: "market",
    value: "100",
    client_order_id: id,
  },
  coinReplaceOrder: {
    id: "1",
    symbol: btcusdt.symbol,
    side: "buy",
    type: "limit",
    price: "100",
    amount: "1",
    client_order_id: id,
  },
  coinCancelOrder: { id: "1" },
  coinCancelAll: {},
  coinOrders: {},
  coinOrder: { client_order_id: id },
  coinTrades: {},
  contractPlaceOrder: {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 1,
    order_type: "market",
    client_order_id: id,
  },
  contractReplaceOrder: {
    id: "1",
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 1,
    order_type: "limit",
    price: "100",
    client_order_id: id,
  },
  contractPreview: {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 1,
    order_type: "market",
  },
  contractPositions: {},
  contractOrders: {},
  contractOrder: { client_order_id: id },
  contractHistory: {},
  contractCancelOrder: { id: "1" },
  contractCancelAll: {},
  contractClosePosition: { position_id: "1", volume: 1, order_type: "market", client_order_id: id },
  contractReversePosition: { position_id: "1", client_order_id: id },
  contractCloseAll: { which: "all", client_order_id: id },
  contractSetTpsl: { position_id: "1", tp_trigger_price: null, sl_trigger_price: null },
  contractLeverage: { contract_code: "BTC-USDT" },
  contractSetLeverage: { contract_code: "BTC-USDT", lever_rate: 5 },
  contractAckRisk: { version: 1 },
  secondPlaceOrder: {
    symbol: btcusdt.symbol,
    direction: "up",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: id,
  },
  secondOrders: {},
  secondOrder: { client_order_id: id },
  secondRecord: {},
  secondLimits: {},
  secondSetLimits: { daily_loss: null, stake: null, pace: null },
  secondCoolOff: { hours: 1 },
  secondAckRisk: { version: 1 },
  secondReceipt: { id: "1" },
  contractAdjustMargin: { position_id: "1", action: "add", amount: "1", client_order_id: id },
};

const privateRows = apiRows().filter((row) => row.endpoint.access === "user");
const publicRows = apiRows().filter((row) => row.endpoint.access === "visitor");

/** Writes that a frozen account may make: it reads, closes, cancels and logs out. */
const frozenMay = new Set([
  "/api/auth/logout",
  "/api/account/revokeSession",
  "/api/notice/read",
  "/api/notice/setSettings",
  "/api/notice/subscribe",
  "/api/notice/unsubscribe",
  "/api/notice/testPush",
  "/api/notice/addPriceAlert",
  "/api/notice/setPriceAlert",
  "/api/coin/cancelOrder",
  "/api/coin/cancelAll",
  "/api/wallet/cancelWithdrawal",
  "/api/wallet/removeAddress",
  "/api/wallet/removeBank",
  "/api/contract/cancelOrder",
  "/api/contract/cancelAll",
  "/api/contract/closePosition",
  "/api/contract/closeAll",
  "/api/second/setLimits",
  "/api/second/coolOff",
]);

/** The expected refusal of a call before its handler runs; none where it is permitted. */
const matrix = {
  owner: () => undefined,
  visitor: () => 401,
  frozen: (endpoint: Endpoint) =>
    endpoint.method === "GET" || frozenMay.has(endpoint.path) ? undefined : 402,
  blocked: () => 300001,
  prohibited: () => 401,
  "owner whose device signs": () => undefined,
  "thief with the token of such an owner": () => 401,
} as const;

const atTheDoor = new Set([401, 402, 300001, 200003, 100009]);

async function clientFor(venue: TestVenue, role: keyof typeof matrix): Promise<TestClient> {
  if (role === "visitor") return venue.visitor;
  if (role === "owner whose device signs" || role === "thief with the token of such an owner") {
    const account = "ada@example.org";
    await venue.user(account);
    const { client } = await venue.loginWithDevice(account);
    return role === "owner whose device signs" ? client : new TestClient(venue, client.session);
  }
  const client = await venue.user();
  await venue.setStatus(client, { owner: 0, frozen: 1, blocked: 2, prohibited: 3 }[role]);
  return client;
}

const roles = Object.keys(matrix) as (keyof typeof matrix)[];
/** Who is refused everything changes nothing, so that their calls may share a venue. */
const [refused, served] = [true, false].map((isRefused) =>
  roles.filter(
    (role) =>
      privateRows.every(({ endpoint }) => matrix[role](endpoint) !== undefined) === isRefused,
  ),
) as [typeof roles, typeof roles];

function requestOf(name: string): Record<string, unknown> {
  const request = valid[name];
  if (!request) throw new Error(`the private call ${name} has no row in the permission table`);
  return request;
}

test.each(refused)("%s is refused every call", async (role) => {
  const client = await clientFor(await startVenue(), role);
  const statuses: Record<string, number> = {};
  for (const { name, endpoint } of privateRows)
    statuses[name] = (await client.send(endpoint, requestOf(name))).status;
  expect(statuses).toEqual(
    Object.fromEntries(privateRows.map(({ name, endpoint }) => [name, matrix[role](endpoint)])),
  );
});

describe.each(served)("%s", (role) => {
  test.each(privateRows.map(({ name, endpoint }) => [name, endpoint] as const))(
    "calls %s",
    async (name, endpoint) => {
      const client = await clientFor(await startVenue(), role);
      const { status } = await client.send(endpoint, requestOf(name));
      const wanted = matrix[role](endpoint);
      if (wanted === undefined) expect(atTheDoor.has(status)).toBe(false);
      else expect(status).toBe(wanted);
    },
  );
});

test("the table has no row that the contract has not", () => {
  expect(Object.keys(valid).sort()).toEqual(privateRows.map(({ name }) => name).sort());
});

test("a public call is answered alike with a good signature, a bad one and none", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  for (const { endpoint } of publicRows.filter((row) => row.endpoint.method === "GET")) {
    const plain = await venue.visitor.send(endpoint, {
      symbol: "btcusdt",
      period: "1min",
      contract_code: "BTC-USDT",
    });
    const signed = await ada.send(endpoint, {
      symbol: "btcusdt",
      period: "1min",
      contract_code: "BTC-USDT",
    });
    const wrong = await venue.visitor.send(
      endpoint,
      { symbol: "btcusdt", period: "1min", contract_code: "BTC-USDT" },
      { headers: { ...ada.sign(), sign: "F".repeat(32) } },
    );
    expect([signed.status, wrong.status]).toEqual([plain.status, plain.status]);
  }
});

describe("another's things", () => {
  test("a foreign order and one that is not there are the same answer", async () => {
    const venue = await startVenue();
    const [ada, eve] = [await venue.user(), await venue.user()];
    const placed = await ada.ask(api.spot.coinPlaceOrder, {
      symbol: "btcusdt",
      side: "buy",
      type: "market",
      value: "100",
      client_order_id: id,
    });
    const foreign = await eve.tell(api.spot.coinOrder, { id: placed.id });
    const missing = await eve.tell(api.spot.coinOrder, { id: "999999" });
    expect({ ...foreign, headers: null }).toEqual({ ...missing, headers: null });
    expect((await eve.tell(api.spot.coinOrder, { client_order_id: id })).status).toBe(
      missing.status,
    );
    expect((await eve.ask(api.spot.coinOrders, {})).list).toEqual([]);
    for (const endpoint of [api.spot.coinCancelOrder, api.spot.coinReplaceOrder]) {
      const body =
        endpoint === api.spot.coinCancelOrder
          ? {}
          : { symbol: "btcusdt", side: "buy", type: "market", value: "100", client_order_id: id };
      const [theirs, none] = [
        await eve.tell(endpoint, { ...body, id: placed.id }),
        await eve.tell(endpoint, { ...body, id: "999999" }),
      ];
      expect([theirs.status, theirs.data]).toEqual([300014, null]);
      expect([none.status, none.data]).toEqual([300014, null]);
    }
    expect((await eve.ask(api.spot.coinCancelAll, {})).canceled).toEqual([]);
    expect((await ada.ask(api.spot.coinOrder, { id: placed.id })).state).toBe("submitted");
  });

  test("one user's token signs nothing for another's id", async () => {
    const venue = await startVenue();
    const [ada, eve] = [await venue.user(), await venue.user()];
    const headers = { ...eve.sign(), userid: ada.session?.id ?? "" };
    expect((await venue.visitor.send(api.account.userInfo, {}, { headers })).status).toBe(401);
  });
});
