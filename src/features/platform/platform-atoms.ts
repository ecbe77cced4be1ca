import { atom } from "jotai";
import type { Contact, Country, Currency, PlatformBase } from "#protocol/platform.ts";
import type { SecondsConf } from "#protocol/seconds.ts";
import { localeOf } from "../../i18n/locales.ts";

/** The platform configuration; null until the venue or the device's copy has given it. */
export const platformAtom = atom<{
  base: PlatformBase;
  secondContractConf: readonly SecondsConf[];
} | null>(null);

/** Contacts of the online customer service. */
export const contactsAtom = atom<readonly Contact[]>([]);

/** Countries offered (status 1), the default first. */
export const countriesAtom = atom<readonly Country[]>([]);

/** The default country's language: shown where none was chosen, and where the chosen one cannot be had. */
export const defaultLocaleAtom = atom((get) => localeOf(get(countriesAtom)[0]?.code));

/** Currency configurations as a list, in the venue's order. */
export const currenciesAtom = atom<readonly Currency[]>([]);
