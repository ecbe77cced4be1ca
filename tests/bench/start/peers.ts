/** What Godwit's start is held against: a page of one row without a script, and the empty page of its own stack, with and without its row in the HTML. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { build } from "vite";
import { StaticFiles } from "../../../venue/http/files/static-files.ts";

const row =
  '<table><tbody><tr class="market"><td>BTC/USDT</td><td>72,000.00</td></tr></tbody></table>';
const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title><script src="/worker.js" defer></script></head><body>${row}</body></html>`;
const registration =
  "addEventListener('load',()=>navigator.serviceWorker.register(trustedTypes.createPolicy('sw-url',{createScriptURL:u=>u}).createScriptURL('/sw.js')))";
const workerOf = (files: readonly string[]) =>
  `oninstall=e=>e.waitUntil(caches.open('b').then(c=>c.addAll(${JSON.stringify(files)})));onactivate=e=>e.waitUntil(clients.claim());onfetch=e=>e.respondWith(caches.match(e.request).then(r=>r||fetch(e.request)))`;

export interface Peer {
  name: string;
  folder: string;
}

/** Builds the peers, each in a folder of its own below the given one. */
export async function buildPeers(root: string): Promise<Peer[]> {
  const inRoot = (name: string) => ({ name, folder: join(root, name.replaceAll(" ", "-")) });
  const [barePage, stack, written] = [
    inRoot("bare page"),
    inRoot("empty stack"),
    inRoot("prerendered stack"),
  ];
  await mkdir(barePage.folder);
  await writeFile(join(barePage.folder, "index.html"), bare);
  await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: stack.folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
    },
  });
  await cp(stack.folder, written.folder, { recursive: true });
  const page = join(written.folder, "index.html");
  await writeFile(
    page,
    (await readFile(page, "utf8")).replace('<div id="root">', () => `<div id="root">${row}`),
  );
  const peers = [barePage, stack, written];
  for (const { folder } of peers) {
    await writeFile(join(folder, "worker.js"), registration);
    const files = (await readdir(folder, { recursive: true }))
      .filter((name) => /\.(js|html)$/.test(name))
      .map((name) => (name === "index.html" ? "/" : `/${name}`));
    await writeFile(join(folder, "sw.js"), workerOf(files));
  }
  return peers;
}

/** Serves a peer as the venue serves the app: brotli, the same headers, the same policy. */
export async function servePeer({ folder }: Peer): Promise<{ address: string; close: () => void }> {
  const files = new StaticFiles(folder, null);
  await files.warm();
  const server = createAdaptorServer({ fetch: (request) => files.answer(request) }).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}
