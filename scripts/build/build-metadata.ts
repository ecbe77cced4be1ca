import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Routes that a build describes, by the files that make them; each gets a `{route}/_payload.json`, by which the venue knows it. */
const fileOfRoute = new Map<string, string>(
  readdirSync("src/routes", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("__"))
    .map(
      (file) =>
        [`/${file.replace(/(^|\/)?index\.tsx$|\.tsx$/, "")}`, `/src/routes/${file}`] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
/** Their paths, as the router has them. */
export const routes: readonly string[] = [...fileOfRoute.keys()];

/** Public reads a route warms, by the first part of its path. */
const warms: Record<string, string[]> = {
  "/": ["/api/htx/getMergedTickerRank", "/api/auth/banner"],
  "/coins": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
  "/contracts": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
  "/seconds": ["/api/htx/getMergedTickerRank", "/api/htx/getSymbols"],
};

/** What reaches people beside the app's chunks, whose names are hashes already. */
const otherSources = ["sw", "protocol", "public", "src/first-paint"];

/** Stands in index.html where the page says which build it is of. */
const idPlace = "__GODWIT_BUILD_ID__";
/** Where it says when that was made. It is no part of the id: the same sources are the same build. */
const timePlace = "__GODWIT_BUILD_TIME__";

/**
 * Writes what a build says of itself: `builds/latest.json`, `builds/meta/{id}.json` and one payload per
 * route. The id is a hash of all that is served, worker and public files included, so the same sources
 * give the same id and any change another.
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
        for (const file of files.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1)))
          hash.update(file.fileName);
        const page = bundle["index.html"];
        if (page?.type !== "asset" || !String(page.source).includes(idPlace))
          throw new Error("index.html has no place for the build id");
        hash.update(page.source);
        for (const path of otherSources.flatMap(filesBelow))
          hash.update(path).update(readFileSync(path));
        const id = hash.digest("hex").slice(0, 12);
        const timestamp =
          Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000)) * 1000;
        const emit = (fileName: string, value: unknown) =>
          this.emitFile({ type: "asset", fileName, source: JSON.stringify(value) });

        emit("builds/latest.json", { id, timestamp });
        emit(`builds/meta/${id}.json`, { id, timestamp, routes, changes });
        for (const route of routes) {
          const chunks = files
            .filter(
              (file) =>
                file.type === "chunk" &&
                file.facadeModuleId?.includes(fileOfRoute.get(route) ?? route),
            )
            .map((file) => `/${file.fileName}`);
          emit(`${route.slice(1)}${route === "/" ? "" : "/"}_payload.json`, {
            id,
            chunks,
            reads: warms[route] ?? [],
          });
        }
        page.source = String(page.source)
          .replaceAll(idPlace, id)
          .replaceAll(timePlace, String(timestamp));
      },
    },
  };
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
