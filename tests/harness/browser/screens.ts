import type { Page } from "playwright-core";

/** What a screen's look depends on besides its address. */
export interface Screen {
  /** Of the route tree, as `fullPaths` there has it; `/*` is an address that no route has. */
  route: string;
  /** Names the picture, after the route. */
  state: string;
  /** The address, where it is not the route's own. */
  path?: string;
  /** A visitor, somebody who has just registered, or somebody for whom nothing is empty. */
  who: "visitor" | "newcomer" | "trader";
  /** What becomes of the app's calls: they are never answered, they fail, or the network went away after they were. */
  calls?: "silent" | "failing" | "cut";
  /** The picture is as tall as the page, since what matters may be below the edge. */
  isTall?: boolean;
  /** What is done before the picture, by the words of the English app. */
  act?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

async function fillOrder(page: Page): Promise<void> {
  await page.getByLabel("Spend").fill("1000");
  await page
    .getByRole("form", { name: "Order" })
    .getByRole("button", { name: /^Buy ≈/ })
    .click();
}

/** What the profile menu opens. */
const menu = (name: string) => async (page: Page) => {
  await press("Profile")(page);
  await page.getByRole("menuitem", { name }).click();
};

/** Every screen of the app in the states that matter. */
export const screens: readonly Screen[] = [
  { route: "/", state: "visitor", who: "visitor" },
  { route: "/", state: "user", who: "trader", isTall: true },
  { route: "/", state: "loading", who: "visitor", calls: "silent" },
  { route: "/", state: "error", who: "visitor", calls: "failing" },
  { route: "/", state: "offline", who: "trader", calls: "cut" },
  { route: "/", state: "profile", who: "trader", act: press("Profile") },
  { route: "/", state: "notices", who: "trader", act: press(/^Notices/) },
  { route: "/", state: "appearance", who: "visitor", act: menu("Language and appearance") },
  { route: "/", state: "storage", who: "trader", act: menu("Storage and offline") },
  { route: "/", state: "contacts", who: "visitor", act: menu("Customer service") },
  { route: "/", state: "install", path: "/?download=true", who: "visitor" },
  { route: "/coins", state: "visitor", path: "/coins?symbol=btcusdt", who: "visitor" },
  { route: "/coins", state: "user", path: "/coins?symbol=btcusdt", who: "trader", isTall: true },
  {
    route: "/coins",
    state: "completed",
    path: "/coins?symbol=btcusdt&tab=completed",
    who: "trader",
    isTall: true,
  },
  {
    route: "/coins",
    state: "loading",
    path: "/coins?symbol=btcusdt",
    who: "trader",
    calls: "silent",
  },
  {
    route: "/coins",
    state: "error",
    path: "/coins?symbol=btcusdt",
    who: "trader",
    calls: "failing",
  },
  { route: "/coins", state: "offline", path: "/coins?symbol=btcusdt", who: "trader", calls: "cut" },
  {
    route: "/coins",
    state: "confirm",
    path: "/coins?symbol=btcusdt",
    who: "trader",
    act: fillOrder,
  },
  { route: "/contracts", state: "visitor", path: "/contracts?symbol=btcusdt", who: "visitor" },
  { route: "/contracts", state: "empty", path: "/contracts?symbol=btcusdt", who: "newcomer" },
  {
    route: "/contracts",
    state: "user",
    path: "/contracts?symbol=btcusdt",
    who: "trader",
    isTall: true,
  },
  {
    route: "/contracts",
    state: "closed",
    path: "/contracts?symbol=btcusdt&tab=closed",
    who: "trader",
    isTall: true,
  },
  {
    route: "/contracts",
    state: "offline",
    path: "/contracts?symbol=btcusdt",
    who: "trader",
    calls: "cut",
  },
  { route: "/seconds", state: "visitor", path: "/seconds?symbol=btcusdt", who: "visitor" },
  {
    route: "/seconds",
    state: "user",
    path: "/seconds?symbol=btcusdt",
    who: "trader",
    isTall: true,
  },
  {
    route: "/seconds",
    state: "closed",
    path: "/seconds?symbol=btcusdt&tab=closed",
    who: "trader",
    isTall: true,
  },
  {
    route: "/seconds",
    state: "limits",
    path: "/seconds?symbol=btcusdt",
    who: "trader",
    act: press("My limits"),
  },
  {
    route: "/seconds",
    state: "offline",
    path: "/seconds?symbol=btcusdt",
    who: "trader",
    calls: "cut",
  },
  { route: "/assets", state: "empty", who: "newcomer" },
  { route: "/assets", state: "user", who: "trader", isTall: true },
  { route: "/assets", state: "loading", who: "trader", calls: "silent" },
  { route: "/assets", state: "error", who: "trader", calls: "failing" },
  { route: "/assets", state: "offline", who: "trader", calls: "cut" },
  { route: "/history", state: "empty", path: "/history?type=11", who: "newcomer" },
  { route: "/history", state: "user", who: "trader" },
  { route: "/history", state: "entry", who: "trader", act: press(/Coin trading/) },
  { route: "/history", state: "error", who: "trader", calls: "failing" },
  { route: "/recharge", state: "user", path: "/recharge?flag=USDT", who: "trader" },
  { route: "/recharge", state: "error", who: "trader", calls: "failing" },
  { route: "/withdraw/", state: "not-certified", path: "/withdraw", who: "newcomer" },
  { route: "/withdraw/", state: "user", path: "/withdraw", who: "trader", isTall: true },
  { route: "/withdraw/bankcard", state: "not-certified", who: "newcomer" },
  { route: "/withdraw/bankcard", state: "user", who: "trader", isTall: true },
  { route: "/certification", state: "not-certified", who: "newcomer" },
  { route: "/certification", state: "certified", who: "trader" },
  { route: "/security", state: "user", who: "newcomer", isTall: true },
  { route: "/invite", state: "user", who: "newcomer" },
  { route: "/invite", state: "loading", who: "newcomer", calls: "silent" },
  { route: "/invite", state: "error", who: "newcomer", calls: "failing" },
  { route: "/invite", state: "offline", who: "newcomer", calls: "cut" },
  { route: "/password/modify", state: "user", who: "newcomer" },
  { route: "/password/withdraw", state: "none-set", who: "newcomer" },
  { route: "/password/withdraw", state: "set", who: "trader" },
  { route: "/password/forgot", state: "visitor", who: "visitor" },
  { route: "/login", state: "visitor", who: "visitor" },
  { route: "/register", state: "visitor", who: "visitor" },
  { route: "/useragreement", state: "visitor", who: "visitor", isTall: true },
  {
    route: "/currency/detail",
    state: "user",
    path: "/currency/detail?symbol=btcusdt",
    who: "trader",
    isTall: true,
  },
  {
    route: "/currency/detail",
    state: "no-such-market",
    path: "/currency/detail?symbol=nosuchusdt",
    who: "newcomer",
  },
  { route: "/*", state: "not-found", path: "/nowhere", who: "visitor" },
];

/** The name of a screen's picture. */
export function screenName({ route, state }: Screen): string {
  const name = route.replaceAll(/^\/|\/$|\*/g, "").replaceAll("/", "-") || "home";
  return `${route === "/*" ? "" : `${name}-`}${state}`;
}
