import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { packageRoot } from "../../lib/package-root.ts";
import { securityHeaders } from "../../http/security-headers.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  ts: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
};
const folder = join(packageRoot, "venue/operator/desk/page");

interface PageFile {
  body: () => string;
  type: string;
}

/** The operators' page: the files of `page/`, read once; its scripts are served without their types. */
export class DeskPage {
  private readonly files: ReadonlyMap<string, PageFile> = readFiles();

  answer(request: Request, path: string): Response {
    const headers = {
      ...securityHeaders("asset", null),
      "Content-Security-Policy": policy,
      "X-Frame-Options": "DENY",
      "Cache-Control": "no-cache",
    };
    if (request.method !== "GET" && request.method !== "HEAD")
      return new Response("Method not allowed\n", {
        status: 405,
        headers: { ...headers, Allow: "GET, HEAD" },
      });
    const file = this.files.get(path);
    if (!file) return new Response("Not found\n", { status: 404, headers });
    return new Response(request.method === "HEAD" ? null : file.body(), {
      headers: { ...headers, "Content-Type": file.type },
    });
  }
}

/** What the page is made of, by its address. */
function readFiles(): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const file of readdirSync(folder)) {
    const extension = file.split(".").at(-1) ?? "";
    const type = types[extension];
    if (type === undefined) continue;
    const text = readFileSync(join(folder, file), "utf8");
    let script: string | undefined;
    files.set(file === "index.html" ? "/" : `/${file}`, {
      // Types become blanks, so that a line of a fault is the line of the source.
      body: () => (extension === "ts" ? (script ??= stripTypeScriptTypes(text)) : text),
      type,
    });
  }
  return files;
}
