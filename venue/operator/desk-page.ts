import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { securityHeaders } from "../http/security-headers.ts";

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
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
};
const folder = join(import.meta.dirname, "page");

/** The operators' page: plain files, read once. */
export class DeskPage {
  private readonly kept = new Map<string, { body: string; type: string }>();

  constructor() {
    for (const file of readdirSync(folder)) {
      const type = types[file.split(".").at(-1) ?? ""];
      if (type !== undefined)
        this.kept.set(file === "index.html" ? "/" : `/${file}`, {
          body: readFileSync(join(folder, file), "utf8"),
          type,
        });
    }
  }

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
    const file = this.kept.get(path);
    if (!file) return new Response("Not found\n", { status: 404, headers });
    return new Response(request.method === "HEAD" ? null : file.body, {
      headers: { ...headers, "Content-Type": file.type },
    });
  }
}
