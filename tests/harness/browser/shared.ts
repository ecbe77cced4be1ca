import { test } from "vitest";
import { runVenue } from "../venue/running-venue.ts";
import { builtApp } from "./built-app.ts";
import { startChromium } from "./chromium.ts";

/**
 * The browser and the venue that the files of a worker share, since it runs them one after another. A file takes them
 * by `shared.beforeAll(({ sharedBrowser, sharedVenue }) => …)`, and leaves no page open and no account that another
 * names; they are started where one is first asked for, and end with the worker.
 */
export const shared = test
  .extend("sharedBrowser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await startChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("sharedVenue", { scope: "worker" }, async ({}, { onCleanup }) => {
    const venue = await runVenue(await builtApp());
    onCleanup(() => venue.dispose());
    return venue;
  });
