import { marketEndpoints } from "#protocol/market.ts";
import { platformEndpoints, type Country } from "#protocol/platform.ts";
import { call } from "./api/call.ts";
import { loadRuntimeConfig } from "./api/config.ts";
import { collectsAtom } from "./features/market/collects-atom.ts";
import { marketStore } from "./features/market/market-store.ts";
import { collectQuery } from "./features/market/queries.ts";
import { parseContacts } from "./features/platform/contacts.ts";
import { offeredCountries } from "./features/platform/countries.ts";
import { contactsAtom, countriesAtom, currenciesAtom, platformAtom } from "./features/platform/platform-atoms.ts";
import { currencyConfQuery, languageQuery, platformBaseQuery } from "./features/platform/queries.ts";
import { userInfoQuery } from "./features/session/queries.ts";
import { authorizedAtom } from "./features/session/session-atoms.ts";
import { storeUser } from "./features/session/session-flow.ts";
import { walletBalanceQuery } from "./features/wallet/queries.ts";
import { takeWallet } from "./features/wallet/take-wallet.ts";
import { activateLocale, savedLocale } from "./i18n/activate.ts";
import { localeOf } from "./i18n/locales.ts";
import { queryClient, store } from "./shell/app-context.ts";
import { initializedAtom } from "./shell/initialized.ts";


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
  // 3. Platform base, view config and language list together; each failure leaves what the device kept.
  const [base, view, countries] = await Promise.all([
    settle(queryClient.fetchQuery(platformBaseQuery())),
    settle(call(platformEndpoints.view, { keys: ["onlineService"] }, { quiet: true })),
    settle(queryClient.fetchQuery(languageQuery())),
  ]);
  if (base) {
    store.set(platformAtom, { base: base.platformbase, secondContractConf: base.secondContractConf });
  }
  // 4. The contact list, a JSON string; anything else is an empty list.
  if (view) store.set(contactsAtom, parseContacts(view.onlineService?.list));
  // 5. and 6.
  if (countries) await takeCountries(countries);
  // 7. Currencies, and the rank sorted by vol.
  const [conf, rank] = await Promise.all([
    settle(queryClient.fetchQuery(currencyConfQuery())),
    settle(call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 })),
  ]);
  if (conf) store.set(currenciesAtom, Object.values(conf.currencyConf).toSorted((a, b) => a.sort - b.sort));
  if (rank) marketStore.take(rank, { wholeRank: true });
  // 8.
  if (store.get(authorizedAtom)) await loadAccount();
  // 9.
  await wait(settleWaitMs);
  store.set(initializedAtom, true);
}

/** What an authorized user additionally needs: wallet balance, collects and the user itself. */
export async function loadAccount(): Promise<void> {
  const [balances, collects, info] = await Promise.all([
    settle(queryClient.fetchQuery({ ...walletBalanceQuery(), staleTime: 0 })),
    settle(queryClient.fetchQuery({ ...collectQuery(), staleTime: 0 })),
    settle(queryClient.fetchQuery({ ...userInfoQuery(), staleTime: 0 })),
  ]);
  if (balances) takeWallet(store, balances.balances);
  if (collects) store.set(collectsAtom, collects);
  if (info) storeUser(store, info.player, info.certstatus);
}

/** Puts what the device kept on screen before anything is asked of the venue. */
export function showKeptPlatform(): void {
  const base = queryClient.getQueryData(platformBaseQuery().queryKey);
  const countries = queryClient.getQueryData(languageQuery().queryKey);
  const conf = queryClient.getQueryData(currencyConfQuery().queryKey);
  const balances = queryClient.getQueryState(walletBalanceQuery().queryKey);
  const collects = queryClient.getQueryData(collectQuery().queryKey);
  if (base) store.set(platformAtom, { base: base.platformbase, secondContractConf: base.secondContractConf });
  if (countries) store.set(countriesAtom, offeredCountries(countries));
  if (conf) store.set(currenciesAtom, Object.values(conf.currencyConf).toSorted((a, b) => a.sort - b.sort));
  if (balances?.data) takeWallet(store, balances.data.balances, balances.dataUpdatedAt);
  if (collects) store.set(collectsAtom, collects);
}

async function takeCountries(countries: readonly Country[]): Promise<void> {
  const offered = offeredCountries(countries);
  store.set(countriesAtom, offered);
  if (savedLocale() === undefined) await settle(activateLocale(localeOf(offered[0]?.code)));
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
