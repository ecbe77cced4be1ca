declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}

/** Each language's texts in parts (scripts/build/catalog-parts.ts). */
declare module "virtual:texts" {
  import type { Messages } from "@lingui/core";
  type LoadTexts = () => Promise<{ messages: Messages }>;
  export const texts: Record<
    string,
    Record<import("./i18n/catalog-parts.ts").TextPart, LoadTexts> | undefined
  >;
}

/** Half the size of the package's main entry, which is written for browsers without classes and async functions. */
declare module "workbox-window/build/workbox-window.prod.mjs" {
  export { messageSW, Workbox } from "workbox-window";
}
