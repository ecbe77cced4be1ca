import { atom } from "jotai";
import type { Contact, Country, Currency, PlatformBase } from "#protocol/api/platform.ts";
import type { SecondsConf } from "#protocol/api/seconds.ts";
import { localeOf } from "../../i18n/locales.ts";

/** The platform configuration; null until the venue or the device's copy has provided it. */
export const platformAtom = atom<{
  base: PlatformBase;
  secondContractConf: readonly SecondsConf[];
} | null>(null);

/** Contacts of the online customer service. */
export const contactsAtom = atom<readonly Contact[]>([]);

/** The offered countries (status 1), the default one first. */
export const countriesAtom = atom<readonly Country[]>([]);

/** The default country's language: used where none was chosen or the chosen one is not available. */
export const defaultLocaleAtom = atom((get) => localeOf(get(countriesAtom)[0]?.code));

/** Currency configurations as a list, in the venue's order. */
export const currenciesAtom = atom<readonly Currency[]>([]);

/** The countries with status 1, the default one first, the others in the venue's order. */
export function offeredCountries(countries: readonly Country[]): Country[] {
  const offered = countries.filter((country) => country.status === 1);
  return [
    ...offered.filter((country) => country.isdefault === 1),
    ...offered.filter((country) => country.isdefault !== 1),
  ];
}
