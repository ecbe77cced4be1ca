import { platformEndpoints } from "#protocol/api/platform.ts";
import { read } from "../../api/query.ts";

const hourMs = 3600_000;

export const platformBaseQuery = () => ({
  ...read(platformEndpoints.platBase, {}),
  staleTime: hourMs,
});
export const languageQuery = () => ({ ...read(platformEndpoints.language, {}), staleTime: hourMs });
export const currencyConfQuery = () => ({
  ...read(platformEndpoints.currencyConf, {}),
  staleTime: hourMs,
});
export const bannerQuery = () => ({ ...read(platformEndpoints.banner, {}), staleTime: hourMs });
