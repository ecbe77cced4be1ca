import type { Banner } from "#protocol/api/platform.ts";

/** The active announcements in the user's language, in the venue's order; in English where there is none in it. */
export function bannersFor(banners: readonly Banner[], locale: string): Banner[] {
  const shown = banners.filter((banner) => banner.status === 1);
  const of = (wanted: string) =>
    shown.filter(
      (banner) => banner.locale.replace("_", "-").toLowerCase() === wanted.toLowerCase(),
    );
  const own = [...of(locale), ...shown.filter((banner) => banner.locale === "")];
  return (own.length > 0 ? own : of("en-US")).toSorted((a, b) => a.sort - b.sort);
}
