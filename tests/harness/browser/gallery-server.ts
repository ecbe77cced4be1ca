import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { root } from "../root.ts";

// The page's policy of reliability.md, 4.2, as far as a page without an API needs it.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'";

/** Builds gallery.html alone, as the app is built, and serves it. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), "godwit-gallery-"));
  const shared = { root, configFile: false, logLevel: "error" } as const;
  await build({
    ...shared,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, "gallery.html") },
    },
  });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0, headers: { "Content-Security-Policy": POLICY } },
  });
  const address = server.httpServer.address();
  if (address === null || typeof address === "string") throw new Error("the gallery has no port");
  return {
    url: `http://127.0.0.1:${address.port}/gallery.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
