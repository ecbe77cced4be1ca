import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../lib/package-root.ts";
import { securityHeaders } from "./security-headers.ts";

/** Ships with every build, too, where a static host can put it in the worker's place. */
const file = join(packageRoot, "public/worker-off.js");

let text: Promise<string> | undefined;

/** What `/sw.js` is while the worker is switched off: a worker that clears up and leaves. */
export async function workerOff(
  publicUrl: string | null,
  elsewhere: readonly string[] = [],
): Promise<Response> {
  text ??= readFile(file, "utf8");
  const headers = {
    ...securityHeaders("worker", publicUrl, undefined, elsewhere),
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "no-cache",
  };
  return new Response(await text, { headers });
}
