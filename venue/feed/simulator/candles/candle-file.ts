import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const tagBytes = 32;

/**
 * The bytes of a file of candles; undefined where there is none, or where it was not made by this market.
 * @param tagOf 32 bytes that fit these bytes and what they were made by
 */
export async function readCandleFile(
  path: string,
  tagOf: (body: Uint8Array) => Uint8Array,
): Promise<Uint8Array | undefined> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || bytes.length < tagBytes) return undefined;
  const body = bytes.subarray(tagBytes);
  return bytes.subarray(0, tagBytes).equals(tagOf(body)) ? body : undefined;
}

/** Replaces the file as a whole, or not at all. */
export async function writeCandleFile(
  path: string,
  body: Uint8Array,
  tagOf: (body: Uint8Array) => Uint8Array,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, Buffer.concat([tagOf(body), body]));
  await rename(`${path}.new`, path);
}
