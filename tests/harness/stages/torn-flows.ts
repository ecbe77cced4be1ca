import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { password, receiver, type TornLane } from "./torn-lane.ts";

/** A walk that is about to be sent. */
export interface TornWalk {
  /** The last tap. */
  tap: () => Promise<void>;
  /** Waits until the app shows the outcome: done, or not. Undefined where it says that it does not know. */
  said: () => Promise<boolean | undefined>;
  /** How often the venue has done it. */
  effects: () => number;
  /** What was typed and is gone, where it was not done. */
  lost: () => Promise<string[]>;
  /** After the page was left and opened again: whether it shows what is true. */
  shows: (isDone: boolean) => Promise<void>;
  /** What may be stored twice without harm. */
  mayRepeat?: true;
}

export interface TornFlow {
  name: string;
  /** Who walks it: their pages differ in what they may do. */
  who: "trader" | "payer" | "newcomer" | "candidate";
  path: string;
  begin: (lane: TornLane) => Promise<TornWalk>;
}

const contract = "BTC-USDT";

async function typed(field: Locator): Promise<() => Promise<string[]>> {
  const before = await field.inputValue();
  return async () => {
    const now = await field.inputValue().catch(() => "nothing");
    return now === before ? [] : [`typed ${before}, kept ${now}`];
  };
}

/** Whether the first of two sentences stands there, and not the second. */
async function either(yes: Locator, no: Locator): Promise<boolean> {
  const [first, second] = [
    yes.filter({ visible: true }).first(),
    no.filter({ visible: true }).first(),
  ];
  await first.or(second).first().waitFor();
  return first.isVisible();
}

async function chooseType(lane: TornLane, name: "Market" | "Limit"): Promise<void> {
  const chosen = lane.page
    .getByRole("form", { name: "Order" })
    .getByRole("button", { name: /^Order type/ });
  if ((await chosen.getAttribute("aria-label")) === `Order type: ${name}`) return;
  await chosen.click();
  await lane.sheet.getByText(name, { exact: true }).click();
  await lane.page.getByRole("dialog", { name: "Order type" }).waitFor({ state: "hidden" });
}

const coinCount = (lane: TornLane) =>
  lane.figure("select count(*) from spot_order where user_id = ?", lane.person.id);
/** Each venue has a market of its own: nobody knows beforehand where its prices are. */
async function lastPrice(lane: TornLane): Promise<number> {
  const { tick } = (await lane.ask("GET", "/api/htx/getMergedTicker", {
    symbol: "btcusdt",
  })) as { tick: { close: number } };
  return tick.close;
}

/** Below the market, where an order waits, and no other order's. */
async function farPrice(lane: TornLane): Promise<string> {
  return (Math.floor((await lastPrice(lane)) * 0.97) - lane.next() / 100).toFixed(2);
}

function coin(type: "Market" | "Limit"): TornFlow["begin"] {
  return async (lane) => {
    await lane.go("/coins?symbol=btcusdt");
    const form = lane.page.getByRole("form", { name: "Order" });
    // What was typed last comes back first.
    await form
      .getByRole("button", { name: /^Bid .*use this price$/ })
      .first()
      .waitFor();
    await chooseType(lane, type);
    if (type === "Limit") await form.locator("input[name=price]").fill(await farPrice(lane));
    const quantity = form.getByRole("textbox", { name: /^(Spend|Quantity)$/ });
    await lane.fill(quantity, (10 + lane.next() / 100).toFixed(2));
    const lost = await typed(quantity);
    await form.locator("button[type=submit]:not([aria-disabled=true])").click();
    const before = coinCount(lane);
    const said = () =>
      either(
        lane.page.getByText(
          type === "Market" ? /^Bought .* for .*\.$/ : /^Order placed, waiting at .*\.$/,
        ),
        lane.page.getByText(/^The venue did not get your order/),
      );
    return {
      tap: async () => {
        const accept = lane.button("Accept", lane.sheet);
        if (await accept.isVisible()) await accept.click();
        await lane
          .button(type === "Market" ? "Buy BTC now" : "Place buy order", lane.sheet)
          .click();
      },
      said,
      lost,
      effects: () => coinCount(lane) - before,
      shows: async (isDone) => {
        if ((await said()) !== isDone) throw new Error(`it said ${String(!isDone)}`);
      },
    };
  };
}

const isOpen = (lane: TornLane, id: string) =>
  lane.text("select state from spot_order where id = ?", id);

/** An order's price as its row says it. */
const priceOf = (lane: TornLane, id: string) =>
  (Number(lane.text("select price from spot_order where id = ?", id)) / 100).toLocaleString(
    "en-US",
    { minimumFractionDigits: 2 },
  );

async function cancel(lane: TornLane): Promise<TornWalk> {
  const { id } = (await lane.ask("POST", "/api/coin/placeOrder", {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: await farPrice(lane),
    amount: "0.0005",
    client_order_id: randomUUID(),
  })) as { id: string };
  await lane.go("/coins?symbol=btcusdt");
  await lane.page.getByRole("tab", { name: /^Pending\b(?! review)/ }).click();
  const own = () =>
    lane.page
      .getByRole("tabpanel")
      .getByRole("listitem")
      .filter({ hasText: priceOf(lane, id) });
  await own()
    .getByRole("button", { name: /^Cancel: / })
    .click();
  const before = isOpen(lane, id);
  const isOver = () =>
    isOpen(lane, id) !== before &&
    lane.text("select coalesce(finished_at, '') from spot_order where id = ?", id) !== "";
  return {
    tap: () => lane.button("Cancel the order", lane.sheet).click(),
    said: () =>
      either(
        lane.page.getByText(/^Cancelled\./),
        lane.page.getByText(/^The cancel did not reach the venue/),
      ),
    effects: () => (isOver() ? 1 : 0),
    lost: async () => [],
    shows: async (isDone) => {
      await lane.page.getByRole("tab", { name: /^Pending\b(?! review)/ }).click();
      await own()
        .first()
        .waitFor({ state: isDone ? "detached" : "visible" });
    },
  };
}

const contractCount = (lane: TornLane, purpose: string) =>
  lane.figure(
    "select count(*) from contract_order where user_id = ? and purpose = ?",
    lane.person.id,
    purpose,
  );

async function openContract(lane: TornLane): Promise<TornWalk> {
  await lane.go("/contracts?symbol=btcusdt");
  const size = lane.page.locator("[name=size]");
  await lane.fill(size, "0.001");
  const lost = await typed(size);
  await lane.page
    .getByRole("form", { name: "Order" })
    .locator("button:not([aria-disabled=true])")
    .getByText("Open long", { exact: true })
    .click();
  const before = contractCount(lane, "open");
  const said = () =>
    either(
      lane.page.getByText(/^Opened long: /),
      lane.page.getByText(/^The venue did not get your order/),
    );
  return {
    tap: async () => {
      const accept = lane.button("Accept", lane.sheet);
      if (await accept.isVisible()) await accept.click();
      await lane.button(/^Open long, /, lane.sheet).click();
    },
    said,
    lost,
    effects: () => contractCount(lane, "open") - before,
    shows: async (isDone) => {
      if ((await said()) !== isDone) throw new Error(`it said ${String(!isDone)}`);
    },
  };
}

const volumeOf = (lane: TornLane) =>
  lane.figure(
    "select volume from contract_position where user_id = ? and closed_at is null",
    lane.person.id,
  );

/** A long position that no walk uses up. */
async function atPosition(lane: TornLane): Promise<Locator> {
  if (volumeOf(lane) < 20) {
    await lane.ask("POST", "/api/contract/placeOrder", {
      contract_code: contract,
      direction: "buy",
      lever_rate: 10,
      volume: 200,
      order_type: "market",
      client_order_id: randomUUID(),
    });
    for (let tries = 0; volumeOf(lane) < 20 && tries < 100; tries++)
      await lane.page.waitForTimeout(100);
  }
  await lane.go("/contracts?symbol=btcusdt");
  return openedCard(lane);
}

/** The card of the position, opened where it is folded. */
async function openedCard(lane: TornLane) {
  const card = lane.page.getByRole("article", { name: `Long 10× ${contract}` });
  await card.waitFor();
  const folded = card.getByRole("heading").getByRole("button", { expanded: false });
  if ((await folded.count()) > 0) await folded.click();
  return card;
}

async function closeContract(lane: TornLane): Promise<TornWalk> {
  const card = await atPosition(lane);
  await lane.button("Close", card).click();
  const volume = lane.sheet.locator("[name=close-volume]");
  await volume.fill("1");
  await lane.button("Close 1 contract", lane.sheet).click();
  const before = contractCount(lane, "close");
  return {
    tap: () => lane.button("Close 1 contract now", lane.sheet).click(),
    said: () =>
      either(
        lane.sheet.getByText(/^The venue has it|^Closed/),
        lane.sheet.getByText(/^It did not reach the venue/),
      ),
    effects: () => contractCount(lane, "close") - before,
    lost: async () => {
      await lane.button("Back", lane.sheet).click();
      return (await volume.inputValue()) === "1" ? [] : ["the volume"];
    },
    shows: async () => {
      // The order meets the book within a second; the card then says what the venue has.
      const held = () => `${Number((volumeOf(lane) / 1000).toFixed(3))} BTC`;
      await expect
        .poll(() =>
          lane.page
            .getByRole("article", { name: `Long 10× ${contract}` })
            .getByText(held(), { exact: true })
            .count(),
        )
        .toBeGreaterThan(0);
    },
  };
}

async function setTriggers(lane: TornLane): Promise<TornWalk> {
  const card = await atPosition(lane);
  const price = Math.ceil((await lastPrice(lane)) * 2) + lane.next();
  await lane.button("TP/SL", card).click();
  const field = lane.sheet.getByLabel("Trigger price").first();
  await field.fill(String(price));
  const lost = await typed(field);
  const held = () =>
    lane.figure(
      "select tp_price from contract_position where user_id = ? and closed_at is null",
      lane.person.id,
    );
  const before = held();
  return {
    tap: () => lane.button("Set them", lane.sheet).click(),
    said: () =>
      either(
        lane.sheet.getByText(/^Take profit and stop loss are set/),
        lane.sheet.getByText(/^It did not reach the venue/),
      ),
    effects: () => (held() === before ? 0 : 1),
    lost,
    shows: async (isDone) => {
      const line = (await openedCard(lane)).getByText(/^Take profit /).first();
      const wanted = price.toLocaleString("en-US");
      // What was kept is shown until the venue has answered.
      for (let tries = 0; (await line.innerText()).includes(wanted) !== isDone; tries++) {
        if (tries > 80) throw new Error("the triggers shown are not the venue's");
        await lane.page.waitForTimeout(100);
      }
    },
  };
}

const secondsCount = (lane: TornLane) =>
  lane.figure("select count(*) from second_order where user_id = ?", lane.person.id);

async function stakeSeconds(lane: TornLane): Promise<TornWalk> {
  await lane.go("/seconds?symbol=btcusdt");
  // What an earlier cell staked may be delivered meanwhile, and says so over the ticket.
  const delivered = lane.page.getByRole("dialog", { name: "Contract delivered" });
  await lane.page.addLocatorHandler(delivered, () =>
    lane.button("Close", delivered).last().click(),
  );
  const ticket = lane.page.getByRole("form", { name: "Contract", exact: true });
  await lane.patiently(ticket.getByRole("button", { name: /^300 s/ }));
  await ticket.getByRole("button", { name: /^300 s/ }).click();
  const stake = ticket.locator("[name=stake]");
  await lane.fill(stake, (10 + (lane.next() % 90) / 100).toFixed(2));
  const lost = await typed(stake);
  await ticket.locator("button:not([aria-disabled=true])").filter({ hasText: /^Up/ }).click();
  const before = secondsCount(lane);
  const said = () =>
    either(
      lane.page.getByText(/^Accepted: BTC\/USDT, Up/),
      lane.page.getByText(/^The venue did not get your contract/),
    );
  return {
    tap: () => lane.button(/^Up: stake/, lane.sheet).click(),
    said,
    lost,
    effects: () => secondsCount(lane) - before,
    shows: async (isDone) => {
      if ((await said()) !== isDone) throw new Error(`it said ${String(!isDone)}`);
    },
  };
}

async function star(lane: TornLane): Promise<TornWalk> {
  await lane.go("/coins?symbol=btcusdt");
  const button = () => lane.page.getByRole("button", { name: "BTC/USDT: favourite" }).first();
  const count = () =>
    lane.figure(
      "select count(*) from collect where user_id = ? and symbol = 'btcusdt'",
      lane.person.id,
    );
  const before = count();
  const shown = async () => ((await button().getAttribute("aria-pressed")) === "true" ? 1 : 0);
  for (let tries = 0; (await shown()) !== before && tries < 50; tries++)
    await lane.page.waitForTimeout(100);
  return {
    tap: () => button().click(),
    said: async () => {
      const trouble = lane.page.getByText(/could not be (added|taken)/).first();
      for (let tries = 0; tries < 60; tries++) {
        if (await trouble.isVisible()) return false;
        if (tries > 15 && (await shown()) === count()) return (await shown()) !== before;
        await lane.page.waitForTimeout(100);
      }
      return (await shown()) !== before;
    },
    effects: () => (count() === before ? 0 : 1),
    lost: async () => [],
    shows: async () => {
      for (let tries = 0; (await shown()) !== count(); tries++) {
        if (tries > 80) throw new Error("the star is not the venue's");
        await lane.page.waitForTimeout(100);
      }
    },
  };
}

const rechargeCount = (lane: TornLane) =>
  lane.figure("select count(*) from recharge where user_id = ?", lane.person.id);

async function recharge(lane: TornLane): Promise<TornWalk> {
  await lane.go("/recharge");
  const { page } = lane;
  await lane.patiently(page.getByLabel("Network"));
  await page.getByLabel("Network").selectOption("TRC20");
  const amount = page.getByLabel("Amount sent");
  const sum = (20 + lane.next() / 100).toFixed(2);
  await lane.fill(amount, sum);
  const lost = await typed(amount);
  await lane.sendPicture(lane.next());
  const before = rechargeCount(lane);
  return {
    tap: () => page.getByRole("form", { name: "Recharge" }).locator("button[type=submit]").click(),
    said: () =>
      either(
        page.getByText(/^The venue has your recharge of/),
        page.getByText(/^It did not reach the venue/),
      ),
    effects: () => rechargeCount(lane) - before,
    lost,
    shows: async (isDone) => {
      await lane.page.getByRole("heading", { name: "Your recharges" }).waitFor();
      const row = lane.page
        .getByRole("region", { name: "Your recharges" })
        .getByText(`${Number(sum)}`, { exact: false });
      if (isDone) await row.first().waitFor();
      else if ((await row.count()) > 0)
        throw new Error("a recharge is shown that the venue has not");
    },
  };
}

const withdrawalCount = (lane: TornLane) =>
  lane.figure("select count(*) from withdrawal where user_id = ?", lane.person.id);

function withdraw(way: "coin" | "bank"): TornFlow["begin"] {
  return async (lane) => {
    const { page } = lane;
    await lane.go(way === "coin" ? "/withdraw" : "/withdraw/bankcard");
    await lane.patiently(page.getByLabel("Amount", { exact: true }).or(page.getByLabel("Network")));
    if (way === "coin") {
      await page.getByLabel("Network").selectOption("TRC20");
      await page.getByLabel("Address", { exact: true }).fill(receiver);
    }
    const amount = page.getByLabel("Amount", { exact: true });
    await lane.patiently(amount);
    const sum = (60 + lane.next() / 100).toFixed(2);
    await lane.fill(amount, sum);
    const lost = await typed(amount);
    await page
      .locator("button[type=submit]:not([aria-disabled=true])")
      .getByText("Review the withdrawal")
      .click();
    const onward = page
      .locator("button:not([aria-disabled=true])")
      .getByText("Go on to the password");
    await lane.patiently(onward);
    await onward.click();
    await lane.typePin();
    const before = withdrawalCount(lane);
    return {
      tap: () => lane.button(/^Withdraw /, lane.sheet).click(),
      said: () =>
        either(
          page.getByRole("heading", { name: "Withdrawal asked for" }),
          page.getByText(/^It did not reach the venue, and nothing left/),
        ),
      effects: () => withdrawalCount(lane) - before,
      lost,
      shows: async (isDone) => {
        await lane.page.getByRole("heading", { name: "Your withdrawals" }).waitFor();
        const row = lane.page.getByText(`${Number(sum)}`, { exact: false });
        if (isDone) await row.first().waitFor();
        else if (
          (await lane.page
            .getByRole("listitem")
            .filter({ hasText: `${Number(sum)}` })
            .count()) > 0
        )
          throw new Error("a withdrawal is shown that the venue has not");
      },
    };
  };
}

async function certify(lane: TornLane): Promise<TornWalk> {
  await lane.failCertification();
  await lane.go("/certification");
  const { page } = lane;
  await lane.patiently(lane.button("Correct it"));
  await lane.button("Correct it").click();
  const name = `Ada ${"abcdefghij"[lane.next() % 10]}ovelace`;
  await page.getByLabel("Full name").fill(name);
  await lane.button("Next").click();
  const count = () =>
    lane.figure("select count(*) from certification where user_id = ?", lane.person.id);
  const before = count();
  return {
    tap: () => lane.button("Hand it in").click(),
    said: () =>
      either(
        page.getByRole("heading", { name: "Under review" }),
        page.getByText(/^It did not reach the venue/),
      ),
    effects: () => count() - before,
    lost: async () => {
      await lane.button("Back").click();
      return (await page.getByLabel("Full name").inputValue()) === name ? [] : ["the name"];
    },
    shows: (isDone) =>
      lane.page
        .getByRole("heading", { name: isDone ? "Under review" : "Something is to be corrected" })
        .waitFor(),
  };
}

async function changePassword(lane: TornLane): Promise<TornWalk> {
  const { page } = lane;
  await lane.go("/password/modify");
  const held = () => lane.text("select password_hash from user where id = ?", lane.person.id);
  const before = held();
  const old = lane.passwords.get(before) ?? password;
  const next = `${password} ${lane.next()}`;
  await page.getByLabel("Old password").fill(old);
  await page.getByLabel("New password", { exact: true }).fill(next);
  const repeat = page.locator("[name=repeat-password]");
  await repeat.fill(next);
  const lost = await typed(repeat);
  const note = () => {
    if (held() !== before) lane.passwords.set(held(), next);
    return held() === before ? 0 : 1;
  };
  return {
    tap: () => lane.button("Change password").click(),
    said: async () => {
      const failed = page.getByText(/^(Wrong old password|It did not reach the venue)/);
      const unknown = page
        .getByText(/^No connection to the venue/)
        .filter({ visible: true })
        .first();
      const known = page
        .getByText("Login password changed")
        .or(failed)
        .filter({ visible: true })
        .first();
      await known.or(unknown).first().waitFor();
      if (await unknown.isVisible()) return undefined;
      return !(await failed.first().isVisible());
    },
    effects: note,
    lost,
    shows: async () => void note(),
  };
}

async function logIn(lane: TornLane): Promise<TornWalk> {
  const { page } = lane;
  await lane.context.clearCookies({ name: /client/ });
  await page.goto("about:blank");
  await lane.go("/login");
  await page.getByLabel("E-mail address").fill(lane.account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const lost = await typed(page.getByLabel("Password", { exact: true }));
  const count = () => lane.figure("select count(*) from session where user_id = ?", lane.person.id);
  const before = count();
  return {
    mayRepeat: true,
    tap: () => page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click(),
    said: async () => {
      const unknown = page
        .getByText(/^No connection to the venue/)
        .filter({ visible: true })
        .first();
      await Promise.race([
        page.waitForURL(`${lane.proxy.address}/`),
        unknown.waitFor().catch(() => undefined),
      ]);
      return (await unknown.isVisible()) ? undefined : true;
    },
    effects: () => count() - before,
    lost,
    shows: async () => {
      await lane.page
        .getByRole("main")
        .getByRole("button", { name: "Log in", exact: true })
        .or(lane.page.getByText(/10,000|Total/).first())
        .first()
        .waitFor();
    },
  };
}

async function joinVenue(lane: TornLane): Promise<TornWalk> {
  const { page } = lane;
  const account = `torn-${lane.next()}-${randomUUID().slice(0, 6)}@example.org`;
  await lane.context.clearCookies({ name: /client/ });
  await page.goto("about:blank");
  await lane.go("/register");
  await page.getByLabel("E-mail address").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password once more").fill(password);
  await page.getByRole("checkbox").check();
  const lost = await typed(page.getByLabel("E-mail address"));
  return {
    tap: () => lane.button("Register", page.getByRole("main")).click(),
    said: async () => {
      const unknown = page
        .getByText(/^No connection to the venue/)
        .filter({ visible: true })
        .first();
      const exists = page
        .getByText(/(A|a)ccount exists|already registered/)
        .filter({ visible: true })
        .first();
      const home = page.waitForURL((url) => url.pathname === "/" || url.pathname === "/login");
      await Promise.race([
        home,
        unknown
          .or(exists)
          .first()
          .waitFor()
          .catch(() => undefined),
      ]);
      if (await exists.isVisible()) return false;
      return (await unknown.isVisible()) ? undefined : true;
    },
    effects: () => lane.figure("select count(*) from user where account = ?", account),
    lost,
    shows: () => lane.page.getByRole("heading", { level: 1 }).first().waitFor(),
  };
}

/** Fifteen things that people send. */
export const tornFlows: readonly TornFlow[] = [
  { name: "log in", who: "newcomer", path: "/api/auth/login", begin: logIn },
  { name: "register", who: "newcomer", path: "/api/auth/reg", begin: joinVenue },
  {
    name: "change password",
    who: "candidate",
    path: "/api/account/setPass",
    begin: changePassword,
  },
  { name: "certification", who: "candidate", path: "/api/account/cert", begin: certify },
  { name: "buy a coin", who: "trader", path: "/api/coin/placeOrder", begin: coin("Market") },
  { name: "limit order", who: "trader", path: "/api/coin/placeOrder", begin: coin("Limit") },
  { name: "cancel an order", who: "trader", path: "/api/coin/cancelOrder", begin: cancel },
  { name: "open a contract", who: "trader", path: "/api/contract/placeOrder", begin: openContract },
  {
    name: "close a contract",
    who: "trader",
    path: "/api/contract/closePosition",
    begin: closeContract,
  },
  { name: "take profit", who: "trader", path: "/api/contract/setTpsl", begin: setTriggers },
  { name: "seconds contract", who: "trader", path: "/api/second/placeOrder", begin: stakeSeconds },
  { name: "favourite", who: "trader", path: "/api/htx/setCollect", begin: star },
  { name: "recharge", who: "payer", path: "/api/wallet/recharge", begin: recharge },
  {
    name: "withdraw to an address",
    who: "payer",
    path: "/api/wallet/withdrawal",
    begin: withdraw("coin"),
  },
  {
    name: "withdraw to a card",
    who: "payer",
    path: "/api/wallet/withdrawalWithBank",
    begin: withdraw("bank"),
  },
];
