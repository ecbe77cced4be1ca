/** As far as the app uses Trusted Types, which no library of types knows yet. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(input: string): string },
  ): { createScriptURL(input: string): unknown };
}

const address = "/sw.js";
/** A policy's name can be given once. */
let made: unknown;

/** Where the service worker stands. Trusted Types: the one script address this app ever makes. */
export function workerAddress(): string {
  const policies = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  made ??=
    policies
      ?.createPolicy("sw-url", {
        createScriptURL(input) {
          if (input !== address) throw new Error(`refused script address ${input}`);
          return input;
        },
      })
      .createScriptURL(address) ?? address;
  return made as string;
}
