/** Gives every property the seed of `npm run prove -- --seed`, so that what failed can be tried again. */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env["PROVE_SEED"]) });
