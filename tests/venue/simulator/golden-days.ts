/** Published hashes of `goldenDay`, by symbol and day: a change here is a new model and needs a new name. */
export const goldenDays: Readonly<Record<string, string>> = {
  "btcusdt|2000": "03e268ea00856bfb9e564d41dd4c181047d68bb34be80e0f4485d978f4ebf6d8",
  "pepeusdt|0": "6d935e619790aa6042e03636b3e66862929f51b8917b3f7ce2839100e19131af",
};
