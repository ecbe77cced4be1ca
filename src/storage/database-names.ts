/** The device's database and its only table: the app keeps there by `device-store.ts`, the first paint looks in before. */
export const databaseName = "godwit";
export const databaseTable = "kept";
