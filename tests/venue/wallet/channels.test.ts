import { describe, expect, test } from "vitest";
import { parseAmount } from "#protocol/wire/amount.ts";
import { api } from "#protocol/api/api.ts";
import { networkNamed, networksOf } from "../../../venue/settings/channel-networks.ts";
import {
  channelsProblem,
  rechargeChannels,
  rechargeCurrencies,
  withdrawalCurrencies,
} from "../../../venue/wallet/channels/channels.ts";
import { type ChannelsSetting, readChannels } from "../../../venue/settings/channels-setting.ts";
import { symbolTable } from "../../../venue/feed/simulator/model/symbol-table.ts";
import { readSettings } from "../../../venue/settings/read-settings.ts";
import { listedScales } from "../../../venue/ledger/currency-scales.ts";
import { btcusdt, dogeusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { rechargeCurrency, rechargeChannels: channelConf, withdrawalCurrency } = api.wallet;

/** The table's ingredients without a venue: a source, the scales it lists, a setting. */
function deps(channels: ChannelsSetting = {}, source = new FixedSource()) {
  const scales = listedScales(source.symbols());
  const currencies = {
    has: (flag: string) => scales.has(flag),
    scaleOf: (flag: string) => scales.get(flag) ?? 0,
    refresh: () => Promise.resolve(),
  };
  return { source, currencies, settings: { channels, withdrawFeeRate: "0.01" } };
}

describe("the venue", () => {
  test("lists where money may come in, the quote currency on three networks", async () => {
    const list = await (await (await startVenue()).user()).ask(rechargeCurrency, {});
    expect(
      list.map(({ flag, name, networks }) => [flag, name, networks.map(({ network }) => network)]),
    ).toEqual([
      ["USDT", "Tether USD", ["TRC20", "ERC20", "BEP20"]],
      ["BTC", "Bitcoin", ["BTC"]],
      ["DOGE", "Dogecoin", ["DOGE"]],
    ]);
    expect(list[0]?.networks[0]).toMatchObject({
      min: "10",
      max: "100000",
      confirmations: 20,
      memo_required: 0,
      status: 1,
    });
    // A hundred of the smallest order, 0.000001 BTC.
    expect(list[1]?.networks[0]).toMatchObject({ min: "0.0001", max: "1" });
  });

  test("lists where money may go out, with limits, fees and the form of an address", async () => {
    const list = await (await (await startVenue()).user()).ask(withdrawalCurrency, {});
    const [usdt, btc] = list;
    expect(usdt?.networks[0]).toMatchObject({
      network: "TRC20",
      min: "10",
      max: "10000",
      day_max: "50000",
      fee_type: "ratio",
      fee_rate: "0.01",
      min_fee: "1",
      max_fee: "100",
      fee_mode: "inside",
      precision: 8,
      status: 1,
    });
    expect(usdt?.bank).toEqual({
      enabled: 1,
      min: "10",
      max: "10000",
      fee_rate: "0.01",
      fiat: "USD",
      rate: "1",
    });
    expect(btc?.networks[0]).toMatchObject({
      min: "0.0001",
      max: "0.1",
      day_max: "0.5",
      min_fee: "0.00001",
      max_fee: "0.001",
    });
    expect(btc?.bank?.enabled).toBe(0);
  });

  test("tells everybody the same address of each network, before and after a restart", async () => {
    const [one, other] = [await startVenue(), await startVenue({ seed: "another" })];
    const conf = await one.visitor.ask(channelConf, {});
    expect(await (await one.user()).ask(channelConf, {})).toEqual(conf);
    expect(await other.visitor.ask(channelConf, {})).toEqual(conf);
    expect(conf["USDT"]?.map(({ address }) => address.replace(/\d+$/, "n"))).toEqual([
      "PAPER-TRC20-n",
      "PAPER-ERC20-n",
      "PAPER-BEP20-n",
    ]);
    for (const { address, qrcode, channel_id } of Object.values(conf).flat())
      expect([qrcode, address.endsWith(`-${channel_id}`)]).toEqual([address, true]);
  });

  test("shows what its operator set: what is paused and what it costs", async () => {
    const channels = readChannels(
      '{"USDT":{"ERC20":{"recharge":{"status":0,"notice":"Back on Monday"},"withdrawal":{"fee_rate":"0.002","min_fee":"0.5"}},"TRC20":{"withdrawal":{"status":0}}}}',
    );
    const venue = await startVenue({ settings: { channels: channels ?? {} } });
    const user = await venue.user();
    const [recharge] = await user.ask(rechargeCurrency, {});
    expect(recharge?.networks.map(({ network, status }) => [network, status])).toEqual([
      ["TRC20", 1],
      ["ERC20", 0],
      ["BEP20", 1],
    ]);
    const [withdrawal] = await user.ask(withdrawalCurrency, {});
    expect(
      withdrawal?.networks.map(({ network, status, fee_rate, min_fee }) => [
        network,
        status,
        fee_rate,
        min_fee,
      ]),
    ).toEqual([
      ["TRC20", 0, "0.01", "1"],
      ["ERC20", 1, "0.002", "0.5"],
      ["BEP20", 1, "0.01", "1"],
    ]);
    const conf = await venue.visitor.ask(channelConf, {});
    expect(conf["USDT"]?.map(({ network, status, notice }) => [network, status, notice])).toEqual([
      ["TRC20", 1, ""],
      ["ERC20", 0, "Back on Monday"],
      ["BEP20", 1, ""],
    ]);
  });

  test("takes in nothing more of what is no longer traded, and lets it go out; a pause of trading changes neither", async () => {
    const source = new FixedSource([btcusdt, dogeusdt]);
    const venue = await startVenue({ source });
    const user = await venue.user();
    source.setSymbolState("dogeusdt", "offline");
    source.setSymbolState("btcusdt", "suspend");
    const statuses = (list: readonly { flag: string; networks: readonly { status: number }[] }[]) =>
      Object.fromEntries(list.map(({ flag, networks }) => [flag, networks[0]?.status]));
    expect(statuses(await user.ask(rechargeCurrency, {}))).toEqual({ USDT: 1, BTC: 1, DOGE: 0 });
    expect(statuses(await user.ask(withdrawalCurrency, {}))).toEqual({ USDT: 1, BTC: 1, DOGE: 1 });
    const { currencyConf } = await user.ask(api.platform.currencyConf, {});
    expect(currencyConf["DOGE"]).toMatchObject({
      status: 0,
      coin: 0,
      contract: 0,
      second: 0,
      symbol: "dogeusdt",
    });
  });

  test("lists the quote currency alone while it has no market, and judges no setting by that", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    const user = await venue.user();
    source.setUnavailable(true);
    expect((await user.ask(rechargeCurrency, {})).map(({ flag }) => flag)).toEqual(["USDT"]);
    expect((await user.ask(withdrawalCurrency, {})).map(({ flag }) => flag)).toEqual(["USDT"]);
    const { currencies } = deps();
    expect(
      channelsProblem({
        source,
        currencies,
        settings: { channels: { BTC: {} }, withdrawFeeRate: "0.01" },
      }),
    ).toBeUndefined();
  });
});

describe("every currency of the simulated market", () => {
  const source = new FixedSource(symbolTable.map(({ spec }) => spec));
  const all = deps({}, source);

  test("has limits and fees within its scale, in their order, and a fee below the smallest withdrawal", () => {
    expect(channelsProblem(all)).toBeUndefined();
    for (const { flag, networks } of withdrawalCurrencies(all)) {
      const scale = all.currencies.scaleOf(flag);
      for (const one of networks) {
        const [min = 0n, max = 0n, day = 0n, minFee = 0n] = [
          one.min,
          one.max,
          one.day_max,
          one.min_fee,
        ].map((text) => parseAmount(text ?? "", scale));
        expect([flag, minFee > 0n, minFee < min, min < max, max <= day]).toEqual([
          flag,
          true,
          true,
          true,
          true,
        ]);
      }
    }
    expect(rechargeCurrencies(all)).toHaveLength(symbolTable.length + 1);
  });

  test("has channels of different numbers and a known network", () => {
    const channels = Object.entries(rechargeChannels(all)).flatMap(([flag, list]) =>
      list.map((channel) => ({ flag, ...channel })),
    );
    expect(new Set(channels.map(({ channel_id }) => channel_id)).size).toBe(channels.length);
    const unknown = networkNamed("NOSUCH");
    expect(channels.filter(({ network }) => networkNamed(network) === unknown)).toEqual([]);
  });

  test("has an address that no chain would take, and takes it itself", () => {
    const forms = new Map(
      withdrawalCurrencies(all).flatMap(({ flag, networks }) =>
        networks.map(({ network, address_regex }) => [`${flag} ${network}`, address_regex]),
      ),
    );
    for (const [flag, list] of Object.entries(rechargeChannels(all))) {
      for (const { network, address, memo } of list) {
        const { realAddress, hasMemo } = networkNamed(network);
        expect([address, new RegExp(`^${realAddress}$`).test(address)]).toEqual([address, false]);
        expect(new RegExp(forms.get(`${flag} ${network}`) ?? "$.").test(address)).toBe(true);
        expect(memo !== "").toBe(hasMemo);
      }
    }
  });
});

test.each([
  ["BTC", "BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["BTC", "BTC", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
  ["BTC", "BTC", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["ETH", "ERC20", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"],
  ["USDT", "TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
  ["XRP", "XRP", "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh"],
])("%s on %s takes %s, and not with a letter more in front", (flag, network, address) => {
  const list = withdrawalCurrencies(
    deps(
      {},
      new FixedSource([
        btcusdt,
        ...["ETH", "XRP"].map((base) => ({
          ...btcusdt,
          symbol: `${base.toLowerCase()}usdt`,
          base,
        })),
      ]),
    ),
  );
  const form = new RegExp(
    list.find((one) => one.flag === flag)?.networks.find((one) => one.network === network)
      ?.address_regex ?? "$.",
  );
  expect([form.test(address), form.test(`x${address}`), form.test("")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a currency we know nothing of travels on a network of its own name", () => {
  expect([networksOf("NOSUCH"), networksOf("constructor"), networksOf("USDT")]).toEqual([
    ["NOSUCH"],
    ["constructor"],
    ["TRC20", "ERC20", "BEP20"],
  ]);
});

describe("CHANNELS", () => {
  test("is none unless set", () => expect(readSettings({}).channels).toEqual({}));

  test.each([
    "{",
    "[]",
    '{"USDT":[]}',
    '"USDT"',
    '{"usdt":{}}',
    '{"USDT":{"SOL":{}}}',
    '{"BTC":{"ERC20":{}}}',
    '{"USDT":{"TRC20":{"status":0}}}',
    '{"USDT":{"TRC20":{"recharge":{"status":2}}}}',
    '{"USDT":{"TRC20":{"recharge":{"min":5}}}}',
    '{"USDT":{"TRC20":{"recharge":{"min":"1e3"}}}}',
    '{"USDT":{"TRC20":{"recharge":{"min":"-1"}}}}',
    '{"USDT":{"TRC20":{"withdrawal":{"fee_rate":"1"}}}}',
    '{"USDT":{"TRC20":{"withdrawal":{"address_regex":".*"}}}}',
    '{"USDT":{"TRC20":{},"TRC20":{}}}',
  ])("refuses %s", (CHANNELS) => {
    expect(() => readSettings({ CHANNELS })).toThrow(/^CHANNELS must be [^\n]+\.$/);
  });

  test.each<[string, ChannelsSetting]>([
    ["CHANNELS names NOSUCH, which is not traded here.", { NOSUCH: {} }],
    [
      "CHANNELS has for DOGE on DOGE an amount with more than 6 decimals, or too large.",
      { DOGE: { DOGE: { recharge: {}, withdrawal: { min_fee: "0.1234567" } } } },
    ],
    [
      "CHANNELS has for BTC on BTC a minimum of nothing.",
      { BTC: { BTC: { recharge: { min: "0" }, withdrawal: {} } } },
    ],
    [
      "CHANNELS has for BTC on BTC a minimum above the maximum.",
      { BTC: { BTC: { recharge: { min: "5", max: "4" }, withdrawal: {} } } },
    ],
    [
      "CHANNELS has for BTC on BTC a maximum above the day's.",
      { BTC: { BTC: { recharge: {}, withdrawal: { max: "9", day_max: "8" } } } },
    ],
    [
      "CHANNELS has for BTC on BTC a smallest fee above the largest.",
      {
        BTC: {
          BTC: {
            recharge: {},
            withdrawal: { min: "1", max: "2", day_max: "3", min_fee: "0.5", max_fee: "0.4" },
          },
        },
      },
    ],
    [
      "CHANNELS has for USDT on TRC20 a fee that takes the smallest withdrawal whole.",
      { USDT: { TRC20: { recharge: {}, withdrawal: { min: "1", min_fee: "1" } } } },
    ],
  ])("%s", async (message, channels) => {
    await expect(startVenue({ settings: { channels } })).rejects.toThrow(message);
  });

  test("a fault that shows only when the market is there closes both ways of that network alone", () => {
    const late = deps({ USDT: { ERC20: { recharge: {}, withdrawal: { min: "20000" } } } });
    expect(rechargeCurrencies(late)[0]?.networks.map(({ status }) => status)).toEqual([1, 0, 1]);
    expect(withdrawalCurrencies(late)[0]?.networks.map(({ status }) => status)).toEqual([1, 0, 1]);
  });
});
