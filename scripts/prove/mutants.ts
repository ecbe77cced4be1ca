import { accessMutants } from "./mutants-of-access.ts";
import { appMutants } from "./mutants-of-app.ts";
import { moneyMutants } from "./mutants-of-money.ts";

/** All of them. */
export const mutants = [...moneyMutants, ...accessMutants, ...appMutants];
