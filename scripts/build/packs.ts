import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deskFiles } from "../../protocol/api/worker-messages.ts";

/** Texts of one language. */
const textsOf = /^assets\/([a-z]{2}-[A-Z]{2})-[\w-]+\.js$/;
/** Of what a worker installs, the text files: a picture is compressed already. */
const isText = /\.(js|css|svg|html)$/;

interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

/**
 * Writes what a device without any installs together: one file with everything that Home does not need, one with what
 * only wide windows ask for, and one for each language. Compressed as one, files that are alike cost a fifth less, and a hundred heads are not sent. A pack
 * has the form in which the files of a form are sent, which a worker reads without code of ours.
 * @param entries what the worker installs
 * @param outDir the folder of the build
 * @returns the entries of the packs
 */
export function writePacks(entries: readonly Entry[], outDir: string): Entry[] {
  const home = readFileSync(join(outDir, "index.html"), "utf8");
  // The page that registers the worker has them, so that they come from the browser's own cache.
  const isLoaded = (url: string) => url === "index.html" || home.includes(`"/${url}"`);
  const packs = new Map<string, string[]>();
  // Pages beside each other: most of their text is the same.
  for (const { url } of entries.toSorted((a, b) => Number(isPage(b.url)) - Number(isPage(a.url)))) {
    if (!isText.test(url) || isLoaded(url)) continue;
    const name = deskFiles.test(url) ? "desk" : (textsOf.exec(url)?.[1] ?? "app");
    packs.set(name, [...(packs.get(name) ?? []), url]);
  }
  mkdirSync(join(outDir, "assets"), { recursive: true });
  return [...packs].map(([name, urls]) => {
    const text = multipart(urls.map((url) => [url, readFileSync(join(outDir, url), "utf8")]));
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
    const url = `assets/pack-${name}-${hash}.txt`;
    writeFileSync(join(outDir, url), text);
    return { url, revision: null, size: text.length };
  });
}

const isPage = (url: string) => url.endsWith(".html");

const boundary = "godwit-pack";

function multipart(files: readonly (readonly [string, string])[]): string {
  const parts = files.map(([url, text]) => {
    if (text.includes(`--${boundary}`)) throw new Error(`${url} contains the boundary of packs`);
    return `--${boundary}\r\nContent-Disposition: form-data; name="/${url}"; filename="f"\r\n\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${boundary}--\r\n`;
}
