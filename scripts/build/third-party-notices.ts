import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Plugin } from "vite";

/** Where a person and a reader of licences finds it; `index.html` links to it. */
const fileName = "third-party-notices.txt";

/** What reaches people without being a module of the app: the worker is a build of its own, icons come from the venue. */
const besideTheApp = [
  "@iconify-json/circle-flags",
  "@iconify-json/token-branded",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

interface Package {
  name: string;
  version: string;
  license: string;
  text: string;
}

/** Writes names, licences and their texts of the packages that are in the bundle. Fails on one without a licence. */
export function thirdPartyNotices(): Plugin {
  return {
    name: "godwit-third-party-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const folders = new Set(besideTheApp.map((name) => join("node_modules", name)));
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        for (const id of file.moduleIds) {
          const folder = packageFolder(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
      const packages = [...folders].map(readPackage).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      const silent = packages.filter(({ license }) => license === "");
      if (silent.length > 0)
        this.error(`Packages without a licence: ${silent.map(({ name }) => name).join(", ")}`);
      this.emitFile({ type: "asset", fileName, source: noticesOf(packages) });
    },
  };
}

/** The folder of the package that a module is of; undefined for one of ours. */
function packageFolder(id: string): string | undefined {
  const at = id.lastIndexOf(`node_modules${sep}`);
  if (at < 0) return undefined;
  const start = id[0] === "\0" ? 1 : 0;
  const rest = id.slice(at + `node_modules${sep}`.length).split(sep);
  const name = rest.slice(0, rest[0]?.startsWith("@") ? 2 : 1);
  return join(id.slice(start, at), "node_modules", ...name);
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string };
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(each));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return { name, version, license: license ?? "", text };
}

/** Packages that share a licence's text stand above it together. */
function noticesOf(packages: readonly Package[]): string {
  const byText = new Map<string, Package[]>();
  for (const one of packages) {
    const key = one.text === "" ? `Licence: ${one.license}` : one.text;
    byText.set(key, [...(byText.get(key) ?? []), one]);
  }
  const parts = [...byText].map(
    ([text, own]) =>
      `${own.map(({ name, version, license }) => `${name} ${version} (${license})`).join("\n")}\n\n${text}\n`,
  );
  return `Godwit contains the packages below, each under its own licence.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
