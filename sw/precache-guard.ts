import type { WorkboxPlugin } from "workbox-core/types.js";

const types: Readonly<Record<string, RegExp>> = {
  html: /^text\/html/,
  js: /^(text|application)\/javascript/,
  css: /^text\/css/,
  svg: /^image\/svg\+xml/,
  png: /^image\/png/,
  webmanifest: /^application\/(manifest\+)?json/,
};

/** Whether an answer is the file of a build that was asked for, and not a portal's page in its place. */
export function isOwnFile({
  url,
  redirected,
  type,
  headers,
  status,
}: Pick<Response, "url" | "redirected" | "type" | "headers" | "status">): boolean {
  const wanted = types[new URL(url).pathname.split(".").at(-1) ?? ""];
  return (
    status === 200 &&
    !redirected &&
    type === "basic" &&
    (wanted?.test(headers.get("content-type") ?? "") ?? false)
  );
}

/** Ends the installation if an answer is foreign: the current worker stays, and the next update check tries again. */
export const ownFilesOnly: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (!isOwnFile(response)) throw new TypeError(`Not a file of this build: ${response.url}`);
    return response;
  },
};
