import { i18n } from "@lingui/core";
import type { QueryKey, QueryOptions } from "@tanstack/react-query";
import { marketEndpoints } from "#protocol/market.ts";
import type { DataOf } from "#protocol/endpoint.ts";
import { platformEndpoints, type Country } from "#protocol/platform.ts";
import type { ApiError } from "./api/api-error.ts";
import { call } from "./api/call.ts";
import { loadRuntimeConfig } from "./api/config.ts";
import { collectsAtom } from "./features/market/collects-atom.ts";
import { liveFeed } from "./features/market/live-feed-instance.ts";
import { marketStore } from "./features/market/market-store.ts";
import { restoreTickers } from "./features/market/kept-tickers.ts";
import { collectQuery } from "./features/market/queries.ts";
import { parseContacts } from "./features/platform/contacts.ts";
import { offeredCountries } from "./features/platform/countries.ts";
import {
  contactsAtom,
  countriesAtom,
  currenciesAtom,
  defaultLocaleAtom,
  platformAtom,
} from "./features/platform/platform-atoms.ts";
import {
  currencyConfQuery,
  languageQuery,
  platformBaseQuery,
} from "./features/platform/queries.ts";
import { userInfoQuery } from "./features/session/queries.ts";
import { authorizedAtom, sessionAtom } from "./features/session/session-atoms.ts";
import { resumeSession, storeUser } from "./features/session/session-flow.ts";
import { walletBalanceQuery } from "./features/wallet/queries.ts";
import { takeWallet } from "./features/wallet/take-wallet.ts";
import { activateLocale, savedLocale, saveLocale } from "./i18n/activate.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { initializedAtom } from "./shell/initialized.ts";
import { forgetAll } from "./storage/device-store.ts";
import { forgetBooksOfOthers } from "./storage/forget-account-book.ts";
import { restoreQueries } from "./storage/kept-queries.ts";

/** Patience with the device's own database, which in some browsers never answers. */
const restoreWaitMs = 2000;
const configWaitMs = 500;
const settleWaitMs = 100;

/**
 * The specification's startup sequence, in its order. Its waits delay calls, never a pixel.
 * @param config the load of the runtime config, where it was begun before the first frame
 */
export async function startUp(config: Promise<unknown> = loadRuntimeConfig()): Promise<void> {
  // 1. The runtime config; a failure is silent.
  await config;
  // 2.
  await wait(configWaitMs);
  // 3. to 6.
  await loadPlatform();
  // 7.
  await loadMarkets();
  // 8.
  if (store.get(authorizedAtom)) await loadAccount();
  // 9.
  await wait(settleWaitMs);
  store.set(initializedAtom, true);
}

/**
 * The startup once more, after a login without a reload: what an authorized user additionally needs, and
 * whatever of the steps before it could not be had the first time. Its waits belong to a page's beginning.
 */
export async function startAgain(): Promise<void> {
  const isFirstRun = !store.get(initializedAtom);
  await Promise.all([
    loadAccount(),
    !isFirstRun && store.get(platformAtom) === null && loadPlatform(),
    !isFirstRun &&
      (store.get(currenciesAtom).length === 0 || marketStore.symbols().length === 0) &&
      loadMarkets(),
  ]);
}

async function loadPlatform(): Promise<void> {
  // 3. Platform base, view config and language list together; each failure leaves what the device kept.
  const [base, view, countries] = await Promise.all([
    settle(queryClient.fetchQuery({ ...platformBaseQuery(), staleTime: 0 })),
    settle(call(platformEndpoints.view, { keys: ["onlineService"] }, { quiet: true })),
    settle(queryClient.fetchQuery({ ...languageQuery(), staleTime: 0 })),
  ]);
  if (base) takePlatform(base);
  // 4. The contact list, a JSON string; anything else is an empty list.
  if (view) store.set(contactsAtom, parseContacts(view.onlineService?.list));
  // 5. and 6.
  if (countries) await takeCountries(countries);
}

/** Currencies, and the rank sorted by vol. */
async function loadMarkets(): Promise<void> {
  const [conf, rank] = await Promise.all([
    settle(queryClient.fetchQuery({ ...currencyConfQuery(), staleTime: 0 })),
    settle(call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 })),
  ]);
  if (conf) takeCurrencies(conf);
  if (rank) liveFeed.takeUp(rank);
}

/**
 * What an authorized user additionally needs: wallet balance, collects and the user itself. What arrives
 * after the user has left is nobody's any more.
 */
export async function loadAccount(): Promise<void> {
  const userId = store.get(sessionAtom)?.id;
  if (userId === undefined) return;
  const [balances, collects, info] = await Promise.all([
    settle(queryClient.fetchQuery({ ...walletBalanceQuery(), staleTime: 0 })),
    settle(queryClient.fetchQuery({ ...collectQuery(), staleTime: 0 })),
    settle(queryClient.fetchQuery({ ...userInfoQuery(), staleTime: 0 })),
  ]);
  if (store.get(sessionAtom)?.id !== userId) return;
  if (balances) takeWallet(store, balances.balances);
  if (collects) store.set(collectsAtom, collects);
  if (info) storeUser(store, info.player, info.certstatus);
}

/**
 * Takes up the session and puts what the device kept on screen, before anything is asked of the venue.
 * Whatever was kept, it neither fails nor holds the first frame up for long.
 */
export async function restoreKept(): Promise<void> {
  const resumed = settle(resumeSession(store));
  const restored = Promise.all([
    resumed,
    settle(restoreQueries(store.get(sessionAtom)?.id ?? null)),
    settle(restoreTickers(marketStore)),
  ]);
  // A session that ran out while the app was closed ended unseen: nobody wiped then.
  void restored.then(() => forgetBooksOfOthers(store.get(sessionAtom)?.id ?? null));
  const inTime = await Promise.race([
    restored.then(() => true),
    wait(restoreWaitMs).then(() => false),
  ]);
  if (!inTime) return;
  try {
    showKept();
  } catch {
    void forgetAll("queries:");
  }
}

function showKept(): void {
  const base = keptState(platformBaseQuery()).data;
  const countries = keptState(languageQuery()).data;
  const conf = keptState(currencyConfQuery()).data;
  if (base) takePlatform(base);
  if (countries) store.set(countriesAtom, offeredCountries(countries));
  if (conf) takeCurrencies(conf);
  if (!store.get(authorizedAtom)) return;
  const balances = keptState(walletBalanceQuery());
  const collects = keptState(collectQuery()).data;
  if (balances.data) takeWallet(store, balances.data.balances, balances.dataUpdatedAt);
  if (collects) store.set(collectsAtom, collects);
}

/** The state a read begins with, without asking the venue. */
function keptState<Data>(options: QueryOptions<Data, ApiError, Data> & { queryKey: QueryKey }) {
  return queryClient.getQueryCache().build<Data, ApiError, Data, QueryKey>(queryClient, options)
    .state;
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
  // Whoever chose meanwhile keeps what they chose.
  if (i18n.locale === locale && savedLocale() === undefined) saveLocale(locale);
}

/** A step that fails leaves the others; the call itself has told the person where that is due. */
async function settle<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch {
    return undefined;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
