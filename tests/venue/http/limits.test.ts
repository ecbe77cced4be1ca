import { describe, expect, test } from "vitest";
import { contract } from "#protocol/contract.ts";
import { addressGroup, clientAddress } from "../../../venue/http/client-address.ts";
import { TokenBuckets } from "../../../venue/http/token-buckets.ts";
import { startVenue } from "../../harness/venue.ts";

const { timestamp } = contract.market;
const { userInfo } = contract.account;

describe("token buckets", () => {
  test("let a burst through, then the average, each key on its own", () => {
    const buckets = new TokenBuckets(10, 20);
    const burst = Array.from({ length: 21 }, () => buckets.take("a", 0));
    expect(burst).toEqual([...Array.from({ length: 20 }, () => 0), 1]);
    expect(buckets.take("b", 0)).toBe(0);
    expect([buckets.take("a", 99), buckets.take("a", 100), buckets.take("a", 100)]).toEqual([1, 0, 1]);
  });

  test("a clock set back gives nothing, and full buckets are forgotten", () => {
    const buckets = new TokenBuckets(1, 1);
    expect([buckets.take("a", 10_000), buckets.take("a", 0), buckets.take("a", 500), buckets.take("a", 1000)]).toEqual([0, 1, 1, 0]);
    buckets.sweep(5000);
    expect(buckets.take("a", 0)).toBe(0);
  });
});

describe("calls", () => {
  test("of visitors are limited by address, an IPv6 one by its /64", async () => {
    const venue = await startVenue({ limits: { publicPerSecond: 50, publicBurst: 200 } });
    const call = (ip: string) => venue.visitor.tell(timestamp, {}, { ip });
    for (let at = 0; at < 200; at++) expect((await call(`2001:db8::${at.toString(16)}`)).status).toBe(0);
    const over = await call("2001:db8::ffff");
    expect(over).toMatchObject({ http: 429, status: 100006, data: { wait: 1 } });
    expect(over.headers.get("retry-after")).toBe("1");
    expect((await call("2001:db8:0:1::1")).status).toBe(0);
    await venue.wind(1000);
    expect((await call("2001:db8::1")).status).toBe(0);
  });

  test("of a user are limited by user, whatever the address: orders apart from the rest", async () => {
    const venue = await startVenue({ limits: { privatePerSecond: 20, privateBurst: 60, ordersPerSecond: 10, ordersBurst: 20 } });
    const [ada, bob] = [await venue.user(), await venue.user()];
    for (let at = 0; at < 60; at++) expect((await ada.tell(userInfo, {}, { ip: `192.0.2.${at}` })).status).toBe(0);
    expect(await ada.tell(userInfo, {}, { ip: "192.0.2.200" })).toMatchObject({ http: 429, status: 100006 });
    expect((await bob.tell(userInfo, {})).status).toBe(0);
    const order = (at: number) => ({ symbol: "btcusdt", side: "buy", type: "market", value: "10", client_order_id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}` }) as const;
    for (let at = 0; at < 20; at++) expect((await ada.tell(contract.spot.coinPlaceOrder, order(at))).status).toBe(0);
    expect(await ada.tell(contract.spot.coinPlaceOrder, order(20))).toMatchObject({ http: 429, status: 100006 });
  });

  test("with bad signatures use up their address, not the user they name", async () => {
    const venue = await startVenue({ limits: { publicPerSecond: 1, publicBurst: 10 } });
    const ada = await venue.user();
    const forged = { headers: { ...ada.sign(), sign: "0".repeat(32) }, ip: "192.0.2.66" };
    for (let at = 0; at < 10; at++) expect((await venue.visitor.tell(userInfo as never, {}, forged)).status).toBe(401);
    expect((await venue.visitor.tell(userInfo as never, {}, forged)).http).toBe(429);
    expect((await ada.tell(userInfo, {}, { ip: "192.0.2.1" })).status).toBe(0);
  });
});

describe("addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"], ["::ffff:192.0.2.1", "192.0.2.1"], ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"], ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0002::1", "2001:db8:0:2::/64"], ["::1", "0:0:0:0::/64"], ["fe80::1%eth0", "fe80:0:0:0::/64"], ["", ""],
  ])("%s counts as %s", (address, group) => expect(addressGroup(address)).toBe(group));

  test("a forwarded address is believed from a trusted proxy only, and only what that proxy added", () => {
    expect(clientAddress("192.0.2.1", "198.51.100.1", [])).toBe("192.0.2.1");
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1", ["10.0.0.1"])).toBe("198.51.100.1");
    expect(clientAddress("::ffff:10.0.0.1", "198.51.100.1, 10.0.0.2", ["10.0.0.1", "10.0.0.2"])).toBe("198.51.100.1");
    expect(clientAddress("10.0.0.1", "not an address", ["10.0.0.1"])).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", null, ["10.0.0.1"])).toBe("10.0.0.1");
  });
});
