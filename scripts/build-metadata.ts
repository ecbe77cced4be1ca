import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { Plugin } from "vite";

/** Routes that a build describes, read from the files that make them; each gets a `{route}/_payload.json`. */
const routes = readdirSync("src/routes", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.startsWith("__"))
  .map((file) => `/${file.replace(/\.tsx$/, "").replace(/^index$/, "")}`)
  .toSorted();

/** Public reads a route warms, by the first part of its path. */
const warms: Record<string, string[]> = {
  "/": ["/api/htx/getMergedTickerRank", "/api/auth/banner"],
  "/coins": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
  "/contracts": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
  "/seconds": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
};

/**
 * Writes what a build says of itself: `builds/latest.json`, `builds/meta/{id}.json` and one payload per
 * route. The id is a hash of the emitted files, so the same sources give the same id.
 */
export function buildMetadata(): Plugin {
  const changes = process.env.GODWIT_CHANGES?.split("\n").filter(Boolean) ?? [];
  return {
    name: "godwit-build-metadata",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle).filter((file) => !file.fileName.startsWith("builds/"));
        const hash = createHash("sha256");
        for (const file of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1))) hash.update(file.fileName);
        const id = hash.digest("hex").slice(0, 12);
        const timestamp = Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)) * 1000;
        const emit = (fileName: string, value: unknown) =>
          this.emitFile({ type: "asset", fileName, source: JSON.stringify(value) });

        emit("builds/latest.json", { id, timestamp });
        emit(`builds/meta/${id}.json`, { id, timestamp, routes, changes });
        for (const route of routes) {
          const chunks = files
            .filter((file) => file.type === "chunk" && file.facadeModuleId?.includes(`/src/routes${fileOf(route)}.tsx`))
            .map((file) => `/${file.fileName}`);
          emit(`${route.slice(1)}${route === "/" ? "" : "/"}_payload.json`, { id, chunks, reads: warms[route] ?? [] });
        }
        // The page learns its own id from this file, whose name never changes with the id.
        for (const file of files) {
          if (file.type === "chunk") file.code = file.code.replaceAll("__GODWIT_BUILD_ID__", id);
        }
      },
    },
  };
}

function fileOf(route: string): string {
  return route === "/" ? "/index" : route;
}
