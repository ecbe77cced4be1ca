import type { Country } from "#protocol/platform.ts";

/** Only status 1 is offered; the default country comes first, the others keep the venue's order. */
export function offeredCountries(countries: readonly Country[]): Country[] {
  const offered = countries.filter((country) => country.status === 1);
  return [
    ...offered.filter((country) => country.isdefault === 1),
    ...offered.filter((country) => country.isdefault !== 1),
  ];
}
