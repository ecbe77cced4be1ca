import { i18n } from "@lingui/core";
import type { QueryKey, QueryOptions } from "@tanstack/react-query";
import { marketEndpoints } from "#protocol/api/market.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { platformEndpoints, type Country } from "#protocol/api/platform.ts";
import type { ApiError } from "./api/api-error.ts";
import { call } from "./api/call.ts";
import { loadRuntimeConfig } from "./api/config.ts";
import { confirmedFavouritesAtom } from "./features/market/favourites/favourites.ts";
import { liveFeed } from "./features/market/feed/live-feed.ts";
import { marketStore } from "./features/market/feed/market-store.ts";
import { restoreTickers } from "./features/market/list/ticker-cache.ts";
import { collectQuery } from "./features/market/feed/market-queries.ts";
import { parseContacts } from "./features/platform/contacts.ts";
import {
  contactsAtom,
  countriesAtom,
  currenciesAtom,
  defaultLocaleAtom,
  offeredCountries,
  platformAtom,
} from "./features/platform/platform-atoms.ts";
import {
  currencyConfQuery,
  languageQuery,
  platformBaseQuery,
} from "./features/platform/queries.ts";
import { userInfoQuery } from "./features/session/session-queries.ts";
import { authorizedAtom, sessionAtom } from "./features/session/session-atoms.ts";
import { resumeSession, storeUser } from "./features/session/session-flow.ts";
import { walletBalanceQuery } from "./features/wallet/assets/balance-query.ts";
import { storeWallet } from "./features/wallet/assets/wallet-atoms.ts";
import { activateLocale, savedLocale, saveLocale } from "./i18n/activate.ts";
import { initializedAtom, queryClient, store } from "./shell/app-context.ts";
import { untilDone } from "./lib/until-done.ts";
import { removeWhere } from "./storage/database.ts";
import { removeSnapshotsOfOthers } from "./storage/wipe.ts";
import { restoreQueries } from "./storage/persisted-queries.ts";

/** Timeout of the device's own database, which in some browsers never answers. */
const restoreWaitMs = 2000;
const configWaitMs = 500;
const settleWaitMs = 100;
/** A call that gets no answer delays the steps after its own no longer than this. */
const stepWaitMs = 5000;

/**
 * The specification's startup sequence, in its order. Its waits delay calls, never the display.
 * @param config the loading of the runtime config, where it was started before the first frame
 */
export async function startUp(config: Promise<unknown> = loadRuntimeConfig()): Promise<void> {
  // 1. The runtime config; a failure is silent.
  await config;
  // 2.
  await wait(configWaitMs);
  // 3. to 6.
  await Promise.race([load("platform"), wait(stepWaitMs)]);
  // 7.
  await Promise.race([load("markets"), wait(stepWaitMs)]);
  // 8.
  if (store.get(authorizedAtom)) await Promise.race([load("account"), wait(stepWaitMs)]);
  // 9.
  await wait(settleWaitMs);
  store.set(initializedAtom, true);
  void catchUp();
}

/**
 * The startup again, after a login without a reload: what an authorized user needs in addition, and those earlier
 * steps that failed the first time. It has no waits: they belong to the start of a page.
 */
export async function startAgain(): Promise<void> {
  await Promise.all([loadAccount(), store.get(initializedAtom) && finish()]);
  if (store.get(initializedAtom)) void catchUp();
}

const steps = { platform: loadPlatform, markets: loadMarkets, account: loadAccount };
type Step = keyof typeof steps;

/** Steps that have not loaded all of their parts. */
const unfinished = new Set<Step>();
let catchUps = 0;

/** The loading that is under way, by step. */
const loads = new Map<Step, Promise<void>>();

/** Loads a step. One that is under way is not asked for a second time: on a slow line both would take longer. */
function load(step: Step, asked = {}): Promise<void> {
  const loading = loads.get(step) ?? steps[step](asked).finally(() => loads.delete(step));
  loads.set(step, loading);
  return loading;
}

/** Until all of its parts are there, a step is unfinished, also while it is under way. */
function finished(step: Step, parts: readonly unknown[]): void {
  if (parts.every((part) => part !== undefined)) unfinished.delete(step);
}

/** Loads what could not be loaded, in the background, until all of it is there: a start may fall into a gap of the network. */
async function catchUp(): Promise<void> {
  const own = ++catchUps;
  if (unfinished.size === 0) return;
  await untilDone(async () => {
    if (own === catchUps) await finish();
    return own !== catchUps || unfinished.size === 0;
  });
}

async function finish(): Promise<void> {
  await Promise.all([...unfinished].map((step) => load(step, { quiet: true })));
}

async function loadPlatform(asked = {}): Promise<void> {
  unfinished.add("platform");
  // 3. Platform base, view config and language list together; where one fails, the stored answer stays.
  const [base, view, countries] = await Promise.all([
    settle(queryClient.fetchQuery({ ...platformBaseQuery(asked), staleTime: 0 })),
    settle(call(platformEndpoints.view, { keys: ["onlineService"] }, { quiet: true })),
    settle(queryClient.fetchQuery({ ...languageQuery(asked), staleTime: 0 })),
  ]);
  finished("platform", [base, view, countries]);
  if (base) takePlatform(base);
  // 4. The contact list, a JSON string; anything else is an empty list.
  if (view) store.set(contactsAtom, parseContacts(view.onlineService?.list));
  // 5. and 6.
  if (countries) await takeCountries(countries);
}

/** Currencies, and the rank sorted by vol. */
async function loadMarkets(asked = {}): Promise<void> {
  unfinished.add("markets");
  const [conf, rank] = await Promise.all([
    settle(queryClient.fetchQuery({ ...currencyConfQuery(asked), staleTime: 0 })),
    settle(call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 })),
  ]);
  finished("markets", [conf]);
  if (conf) takeCurrencies(conf);
  if (rank) liveFeed.takeWholeRank(rank);
}

/**
 * Loads what an authorized user needs in addition: wallet balance, favourites and the user itself. An answer that
 * comes after the logout is dropped.
 */
export async function loadAccount(): Promise<void> {
  unfinished.add("account");
  const userId = store.get(sessionAtom)?.id;
  if (userId === undefined) return finished("account", []);
  const isSameUser = () => store.get(sessionAtom)?.id === userId;
  const [balances, info, favourites] = await Promise.all([
    settle(queryClient.fetchQuery({ ...walletBalanceQuery(), staleTime: 0 })),
    settle(queryClient.fetchQuery({ ...userInfoQuery(), staleTime: 0 })),
    // Shown as soon as they are there: later they may be older than what the user has tapped meanwhile.
    settle(queryClient.fetchQuery({ ...collectQuery(), staleTime: 0 })).then((symbols) => {
      if (symbols && isSameUser()) store.set(confirmedFavouritesAtom, symbols);
      return symbols;
    }),
  ]);
  finished("account", [balances, info, favourites]);
  if (!isSameUser()) return;
  if (balances) storeWallet(store, balances.balances);
  if (info) storeUser(store, info.player, info.certstatus);
}

/**
 * Takes up the session and shows the stored answers before the first call to the venue. Whatever is stored, it
 * neither fails nor delays the first frame for long.
 */
export async function restorePersisted(): Promise<void> {
  const resumed = settle(resumeSession(store));
  const restored = Promise.all([
    resumed,
    settle(restoreQueries(store.get(sessionAtom)?.id ?? null)),
    settle(restoreTickers(marketStore)),
  ]);
  // A session that expired while the app was closed was not wiped then.
  void restored.then(() => removeSnapshotsOfOthers(store.get(sessionAtom)?.id ?? null));
  const inTime = await Promise.race([
    restored.then(() => true),
    wait(restoreWaitMs).then(() => false),
  ]);
  if (!inTime) return;
  try {
    showPersisted();
  } catch {
    void removeWhere((key) => key.startsWith("queries:"));
  }
}

function showPersisted(): void {
  const base = persistedState(platformBaseQuery()).data;
  const countries = persistedState(languageQuery()).data;
  const conf = persistedState(currencyConfQuery()).data;
  if (base) takePlatform(base);
  if (countries) store.set(countriesAtom, offeredCountries(countries));
  if (conf) takeCurrencies(conf);
  if (!store.get(authorizedAtom)) return;
  const balances = persistedState(walletBalanceQuery());
  const favourites = persistedState(collectQuery()).data;
  if (balances.data) storeWallet(store, balances.data.balances, balances.dataUpdatedAt);
  if (favourites) store.set(confirmedFavouritesAtom, favourites);
}

/** The state with which a read begins, without asking the venue. */
function persistedState<Data>(
  options: QueryOptions<Data, ApiError, Data> & { queryKey: QueryKey },
) {
  return queryClient.getQueryCache().build<Data, ApiError>(queryClient, options).state;
}

function takePlatform(base: DataOf<typeof platformEndpoints.platBase>): void {
  store.set(platformAtom, { base: base.platformbase, secondContractConf: base.secondContractConf });
}

function takeCurrencies(conf: DataOf<typeof platformEndpoints.currencyConf>): void {
  store.set(
    currenciesAtom,
    Object.values(conf.currencyConf).toSorted((a, b) => a.sort - b.sort),
  );
}

/** The default country's language is the fallback from now on; without a saved one the app switches to it. */
async function takeCountries(countries: readonly Country[]): Promise<void> {
  store.set(countriesAtom, offeredCountries(countries));
  if (savedLocale() !== undefined) return;
  const locale = store.get(defaultLocaleAtom);
  await settle(activateLocale(locale));
  // A language that the user chose meanwhile stays.
  if (i18n.locale === locale && savedLocale() === undefined) saveLocale(locale);
}

/** Ignores the failure of a read, so that the others go on; the call has already shown its error where it should. */
async function settle<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch {
    return undefined;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
