import type { Player } from "./player.ts";

/** When a strategy acts. */
export interface Moment {
  /** Seconds since the window began. */
  second: number;
  /**
   * `during` a tick, when the market shows the new second and orders have yet to meet it; `new` after it;
   * `later` in the same second, when a further tick of that second follows.
   */
  phase: "during" | "new" | "later";
}

/** What one user tries in one market. */
export interface Strategy {
  name: string;
  symbol: string;
  /** Begins a window with nothing in hand; what it returns is called at each moment. */
  begin: (player: Player) => (moment: Moment) => Promise<void>;
}

type Play = (player: Player, second: number) => Promise<void>;

/** Acts every so many seconds after the tick. */
function each(seconds: number, play: Play): Strategy["begin"] {
  return (player) => async (moment) => {
    if (moment.phase === "new" && moment.second % seconds === 0) await play(player, moment.second);
  };
}

/** Opens a contract in the direction that `lean` gives (0: none) and closes it after `holdSec`. */
function follow(
  lean: (player: Player) => Promise<number> | number,
  holdSec: number,
  phase: Moment["phase"] = "new",
): Strategy["begin"] {
  return (player) => {
    let closesAt: number | undefined;
    return async (moment) => {
      if (moment.phase !== phase) return;
      if (closesAt !== undefined) {
        if (moment.second < closesAt) return;
        await player.closeAll();
        closesAt = undefined;
        return;
      }
      const leaning = await lean(player);
      if (leaning === 0) return;
      await player.open(leaning > 0 ? "buy" : "sell", 20_000);
      closesAt = moment.second + holdSec;
    };
  };
}

/** Stakes on the direction that `lean` gives. */
function bets(lean: (player: Player) => Promise<number> | number, time = 30): Strategy["begin"] {
  return each(6, async (player) => {
    const leaning = await lean(player);
    if (leaning !== 0) await player.bet(leaning > 0 ? "up" : "down", time);
  });
}

/** How far the market moved in the last seconds, as a share. */
const move = (player: Player, seconds: number) =>
  player.ticker().close / (player.index(seconds) || player.ticker().close) - 1;
const beyond = (value: number, least: number) => (Math.abs(value) < least ? 0 : Math.sign(value));

/** Rests on both sides of the spread in a contract, and closes by resting as well. */
const restInContract: Play = async (player) => {
  await player.cancelAll();
  const { bid, ask } = player.ticker();
  const held = await player.positions();
  for (const [direction, open, close] of [
    ["buy", bid + 1, ask - 1],
    ["sell", ask - 1, bid + 1],
  ] as const) {
    const position = held.find((one) => one.direction === direction);
    if (position) await player.close(position, close);
    else await player.open(direction, 10_000, { price: player.price(open) });
  }
};

/** Long and short of one contract with the greatest leverage. */
async function openBoth(player: Player, more: Parameters<Player["open"]>[2] = {}): Promise<void> {
  for (const direction of ["buy", "sell"] as const)
    await player.open(direction, 20_000, { lever_rate: 125, ...more });
}

/**
 * As little margin as the leg that loses may have while the market is calm, so that a leap costs it less than
 * the other one gains; the leg that a leap took is opened again, the other one stays.
 */
const straddle = (): Strategy["begin"] => (player) => {
  let calmAt = 0;
  return async ({ phase, second }) => {
    if (phase !== "new") return;
    if (Math.abs(move(player, 1)) > 0.0008) calmAt = second + 60;
    const isCalm = second >= calmAt;
    const held = await player.positions();
    for (const direction of ["buy", "sell"] as const)
      if (isCalm && second % 3 === 0 && !held.some((one) => one.direction === direction))
        await player.open(direction, 20_000, { lever_rate: 125 });
    for (const position of held) {
      const notional = Number(position.entry_value);
      const margin = Number(position.position_margin);
      const equity = margin + Number(position.profit_unreal);
      const wanted = notional * (isCalm ? 0.0065 : 0.03);
      const spare = Math.min(equity, margin) - notional * 0.0082;
      if (equity < wanted) await player.addMargin(position, wanted - equity);
      else if (isCalm && spare > 0) await player.addMargin(position, -spare);
    }
  };
};

/** Trades once on a book that is behind the price that is seen, until the book is where that price was. */
const behind = (): Strategy["begin"] => (player) => {
  let target: { direction: number; middle: number } | undefined;
  let isDone = false;
  return async ({ phase, second }) => {
    // Early in the window, so that the book has the time to come.
    if (phase !== "new" || isDone || (!target && second > 600)) return;
    const { bid, ask } = await player.best();
    if (target) {
      if (target.direction * ((bid + ask) / 2 / target.middle - 1) < -0.0001) return;
      await player.closeAll();
      isDone = true;
      return;
    }
    const seen = player.ticker();
    const gap = Math.max(seen.bid / ask, bid / seen.ask) - 1;
    if (gap < 0.0025) return;
    const direction = seen.bid > ask ? 1 : -1;
    target = { direction, middle: (seen.bid + seen.ask) / 2 };
    // Less where there is more to gain, so that each gains about as much.
    await player.open(direction > 0 ? "buy" : "sell", 50 / gap);
  };
};

/** Acts on what it sees in the new second before the orders that wait meet it. */
const racing = (act: (player: Player) => Promise<void>, rest: Play): Strategy["begin"] => {
  return (player) => {
    let seen = 0;
    return async ({ phase, second }) => {
      const { close } = player.ticker();
      if (phase === "during" && seen !== 0 && close !== seen) await act(player);
      if (phase === "new" && second % 2 === 0) {
        await rest(player, second);
        seen = close;
      }
    };
  };
};

export const strategies: readonly Strategy[] = [
  {
    name: "coin there and back",
    symbol: "xrpusdt",
    begin: each(4, async (player, second) => {
      if (second % 8 === 0)
        await player.coin("buy", { type: "market", amount: player.amount(1000) });
      else await player.sellCoins();
    }),
  },
  {
    name: "coin, resting inside of a wide spread",
    symbol: "enjusdt",
    begin: each(5, async (player) => {
      await player.cancelAll();
      const { bid, ask } = player.ticker();
      const amount = await player.coins();
      if (Number(amount) * player.last() < 3000)
        await player.coin("buy", {
          type: "limit",
          tif: "post_only",
          price: player.price(bid + 1),
          amount: player.amount(1000),
        });
      if (Number(amount) * player.last() > 10)
        await player.coin("sell", {
          type: "limit",
          tif: "post_only",
          price: player.price(ask - 1),
          amount,
        });
    }),
  },
  {
    name: "coin stops on both sides",
    symbol: "adausdt",
    begin: each(10, async (player, second) => {
      await player.cancelAll();
      const { close } = player.ticker();
      const amount = await player.coins();
      if (Number(amount) * player.last() > 10)
        await player.coin("sell", {
          type: second % 20 === 0 ? "stop-market" : "stop-limit",
          ...(second % 20 === 0 ? {} : { price: player.price(close - 2) }),
          stop_price: player.price(close - 2),
          operator: "lte",
          amount,
        });
      else
        await player.coin("buy", {
          type: "stop-limit",
          price: player.price(close + 2),
          stop_price: player.price(close + 2),
          operator: "gte",
          amount: player.amount(1000),
        });
    }),
  },
  {
    name: "coin dust: least value in, odd rests out",
    symbol: "pepeusdt",
    begin: each(3, async (player, second) => {
      if (second % 6 === 0) await player.coin("buy", { type: "market", value: "5.00000001" });
      else {
        const rest = BigInt((await player.coins()).split(".")[0] ?? "0");
        await player.coin("sell", { type: "market", amount: String((rest * 997n) / 1000n) });
      }
    }),
  },
  {
    name: "coin bought and its contract sold",
    symbol: "ltcusdt",
    begin: each(30, async (player, second) => {
      if (second % 60 === 0) {
        await player.coin("buy", { type: "market", amount: player.amount(5000) });
        await player.open("sell", 5000, { lever_rate: 10 });
      } else {
        await player.sellCoins();
        await player.closeAll();
      }
    }),
  },
  {
    name: "contract pushed by a large coin order",
    symbol: "dotusdt",
    begin: each(4, async (player, second) => {
      if (second % 12 === 0) await player.open("buy", 20_000);
      else if (second % 12 === 4)
        await player.coin("buy", { type: "market", amount: player.amount(40_000) });
      else {
        await player.closeAll();
        await player.sellCoins();
      }
    }),
  },
  {
    name: "contract, resting inside of the spread",
    symbol: "uniusdt",
    begin: each(3, restInContract),
  },
  {
    name: "contract, resting orders cancelled while the tick runs",
    symbol: "filusdt",
    begin: racing((player) => player.cancelAll(), restInContract),
  },
  {
    name: "contract, resting orders replaced while the tick runs",
    symbol: "nearusdt",
    begin: (player) => {
      const ids = new Map<"buy" | "sell", string | undefined>();
      const priceOf = (direction: "buy" | "sell") =>
        direction === "buy" ? player.ticker().bid + 1 : player.ticker().ask - 1;
      return racing(
        async () => {
          for (const [direction, id] of ids)
            if (id !== undefined) await player.replace(id, direction, 10_000, priceOf(direction));
        },
        async () => {
          await player.cancelAll();
          if ((await player.positions()).length > 0) await player.closeAll();
          for (const direction of ["buy", "sell"] as const)
            ids.set(
              direction,
              await player.open(direction, 10_000, { price: player.price(priceOf(direction)) }),
            );
        },
      )(player);
    },
  },
  {
    name: "contract, a ladder that waits for a leap and closes at once",
    symbol: "suiusdt",
    begin: each(2, async (player, second) => {
      if ((await player.positions()).length > 0) await player.closeAll();
      if (second % 10 !== 0) return;
      await player.cancelAll();
      const { close } = player.ticker();
      for (const step of [0.0015, 0.003]) {
        await player.open("buy", 5000, { price: player.price(close * (1 - step)) });
        await player.open("sell", 5000, { price: player.price(close * (1 + step)) });
      }
    }),
  },
  {
    name: "contract, the new second taken while the tick runs",
    symbol: "bchusdt",
    begin: follow((player) => beyond(move(player, 1), 0.0001), 2, "during"),
  },
  {
    name: "contract, the same second taken later",
    symbol: "tonusdt",
    begin: follow((player) => beyond(move(player, 1), 0.0001), 2, "later"),
  },
  {
    name: "contract, a book behind the price that is seen",
    symbol: "pepeusdt",
    begin: behind(),
  },
  {
    name: "contract, mark against last",
    symbol: "avaxusdt",
    begin: follow((player) => beyond(player.mark() / player.ticker().close - 1, 0.00001), 10),
  },
  {
    name: "contract, index against last",
    symbol: "shibusdt",
    begin: follow((player) => beyond(player.index() / player.ticker().close - 1, 0.000001), 3),
  },
  {
    name: "contract, with the last ten seconds",
    symbol: "linkusdt",
    begin: follow((player) => beyond(move(player, 10), 0.0002), 10),
  },
  {
    name: "contract, against the last ten seconds",
    symbol: "bnbusdt",
    begin: follow((player) => -beyond(move(player, 10), 0.0002), 10),
  },
  {
    name: "contract, the side that funding pays, for its instant",
    symbol: "trxusdt",
    begin: (player) => {
      let isOpen = false;
      return async ({ phase }) => {
        if (phase !== "new") return;
        const { inMs, rate } = player.funding();
        if (!isOpen && inMs <= 3000 && rate !== 0) {
          isOpen = true;
          await player.open(rate > 0 ? "sell" : "buy", 20_000);
        } else if (isOpen && inMs > 60_000) {
          isOpen = false;
          await player.closeAll();
        }
      };
    },
  },
  {
    name: "contract, both sides at 125x with as little margin as may be",
    symbol: "dogeusdt",
    begin: straddle(),
  },
  {
    name: "contract, both sides at 125x left alone",
    symbol: "btcusdt",
    begin: each(5, async (player) => {
      if ((await player.positions()).length === 0) await openBoth(player);
    }),
  },
  {
    name: "contract, both sides with narrow take profits and stop losses",
    symbol: "pepeusdt",
    begin: each(4, async (player, second) => {
      if ((await player.positions()).length > 0) return;
      const { close } = player.ticker();
      const by = second % 8 === 0 ? "mark" : "last";
      for (const [direction, sign] of [
        ["buy", 1],
        ["sell", -1],
      ] as const)
        await player.open(direction, 20_000, {
          lever_rate: 125,
          tp_trigger_price: player.price(close * (1 + sign * 0.0004)),
          sl_trigger_price: player.price(close * (1 - sign * 0.003)),
          trigger_by: by,
        });
    }),
  },
  {
    name: "contract, taken apart contract by contract and reversed",
    symbol: "ethusdt",
    begin: each(3, async (player, second) => {
      const [position] = await player.positions();
      if (!position) await player.open("buy", 1, { volume: 3 });
      else if (second % 9 === 0) await player.reverse(position);
      else await player.close({ ...position, volume: 1 });
    }),
  },
  {
    name: "contract, sweeps the top of the book and sells into what is left",
    symbol: "nearusdt",
    begin: each(4, async (player, second) => {
      if (second % 8 === 0) await player.open("buy", 45_000);
      else await player.closeAll();
    }),
  },
  {
    name: "seconds contracts on both sides",
    symbol: "ethusdt",
    begin: each(6, async (player) => {
      await player.bet("up", 30);
      await player.bet("down", 30);
    }),
  },
  {
    name: "seconds contracts with the last seconds",
    symbol: "btcusdt",
    begin: bets((player) => beyond(move(player, 5), 0.00001)),
  },
  {
    name: "seconds contracts against the last seconds",
    symbol: "linkusdt",
    begin: bets((player) => -beyond(move(player, 5), 0.00001)),
  },
  {
    name: "seconds contracts towards the price that is seen",
    symbol: "xrpusdt",
    begin: bets((player) => beyond(player.ticker().close / (player.index() || 1) - 1, 0.000002)),
  },
  {
    name: "seconds contracts against a perpetual one",
    symbol: "adausdt",
    begin: each(45, async (player) => {
      await player.closeAll();
      await player.bet("up", 30, 500);
      await player.open("sell", 20_000);
    }),
  },
];
