import { contract } from "#protocol/contract.ts";
import { read } from "../../api/query.ts";

const { platform } = contract;

const hourMs = 3600_000;

export const platformBaseQuery = () => ({ ...read(platform.platBase, {}), staleTime: hourMs });
export const languageQuery = () => ({ ...read(platform.language, {}), staleTime: hourMs });
export const currencyConfQuery = () => ({ ...read(platform.currencyConf, {}), staleTime: hourMs });
export const bannerQuery = () => ({ ...read(platform.banner, {}), staleTime: hourMs });
