import { existsSync } from "node:fs";
import { dirname, extname, join } from "node:path";

/** The folder of the venue's package: a checkout, or an installed release. */
export const packageRoot = rootAbove(import.meta.dirname);

/** The file of a worker thread, which lies beside the file that starts it, in a checkout as in a release. */
export function workerFile(name: string, starter: string): URL {
  return new URL(`./${name}${extname(new URL(starter).pathname)}`, starter);
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? folder : rootAbove(above);
}
