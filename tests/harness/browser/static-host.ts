import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import type { ConfigFile } from "#protocol/wire/runtime-config.ts";
import { hostFiles } from "../../../scripts/build/host-files.ts";
import type { InlineParts } from "../../../venue/http/page-policy.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
};

export function listening(server: Server, port: number): Promise<Server> {
  return new Promise((done) => server.listen(port, () => done(server)));
}

/**
 * A host that serves a build as its `_headers` say and sends other addresses to the shell, and knows nothing of a venue.
 * @param config where the venue is, as `APP_CONFIG` would say it to the build for this host
 */
export async function staticHost(folder: string, config: ConfigFile): Promise<Server> {
  const inline = JSON.parse(
    await readFile(join(folder, "builds/inline.json"), "utf8"),
  ) as InlineParts;
  const overlay = hostFiles(inline, config);
  const rules = (overlay["_headers"] ?? "").split(/\n(?=\/)/).map((rule) => {
    const [path = "", ...lines] = rule.trim().split("\n");
    const headers = lines.map((line): [string, string] => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
    return { prefix: path.replace("*", ""), headers };
  });
  return createServer((request, answer) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      const isFile = async (path: string) =>
        (await stat(join(folder, path)).catch(() => undefined))?.isFile() === true;
      const own = pathname.slice(1);
      const isPart = /^\/(assets|builds)\//.test(pathname);
      const found = (await isFile(pathname))
        ? pathname
        : (await isFile(`${pathname}/index.html`))
          ? `${pathname}/index.html`
          : "/shell.html";
      for (const { prefix, headers } of rules)
        if (pathname.startsWith(prefix))
          for (const [name, value] of headers) answer.setHeader(name, value);
      const text = overlay[own];
      answer.setHeader("content-type", types[extname(text === undefined ? found : own)] ?? "");
      if (text !== undefined) return answer.end(text);
      answer.statusCode = isPart && found === "/shell.html" ? 404 : 200;
      createReadStream(join(folder, found)).pipe(answer);
    })();
  });
}
