declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}

/** Each language's texts in parts (scripts/text-parts.ts). */
declare module "virtual:texts" {
  import type { Messages } from "@lingui/core";
  type LoadTexts = () => Promise<{ messages: Messages }>;
  export const texts: Record<
    string,
    Record<import("./i18n/text-parts.ts").TextPart, LoadTexts> | undefined
  >;
}
