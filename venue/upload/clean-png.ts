import { crc32 } from "node:zlib";
import { type CheckSize, fault } from "./upload-fault.ts";

/** Chunks that decide how the pixels look. All other optional chunks are removed. */
const allowedChunks: ReadonlySet<string> = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "sBIT",
  "bKGD",
  "pHYs",
]);
const critical: ReadonlySet<string> = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
const animation: ReadonlySet<string> = new Set(["acTL", "fcTL", "fdAT"]);

/** Bit depths that each color type may have (PNG 3, 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const indexed = 3;

interface Chunk {
  type: string;
  data: Buffer;
  /** With its length and check sum. */
  whole: Buffer;
}

/** A PNG from signature to IEND, each chunk with its check sum (PNG 3, 5.3); see `cleanPicture`. */
export function cleanPng(
  bytes: Buffer,
  checkSize: CheckSize,
): { width: number; height: number; bytes: Uint8Array } {
  const header = chunkAt(bytes, 8);
  if (header.type !== "IHDR" || header.data.length !== 13) fault("damaged");
  const [width, height, color] = [
    header.data.readUInt32BE(0),
    header.data.readUInt32BE(4),
    header.data.readUInt8(9),
  ];
  checkSize(width, height);
  if (
    !depths[color]?.includes(header.data.readUInt8(8)) ||
    header.data.readUInt16BE(10) !== 0 ||
    header.data.readUInt8(12) > 1
  )
    fault("damaged");
  assertSum(header);

  const out = [bytes.subarray(0, 8), header.whole];
  const seen = new Map<string, number>([["IHDR", 1]]);
  let last = header.type;
  let at = 8 + header.whole.length;
  while (last !== "IEND") {
    const chunk = chunkAt(bytes, at);
    assertSum(chunk);
    assertOrder(chunk, last, seen);
    seen.set(chunk.type, (seen.get(chunk.type) ?? 0) + 1);
    if (allowedChunks.has(chunk.type)) out.push(chunk.whole);
    last = chunk.type;
    at += chunk.whole.length;
  }
  if (at !== bytes.length) fault("damaged");
  if (color === indexed && !seen.has("PLTE")) fault("damaged");
  return { width, height, bytes: Buffer.concat(out) };
}

function chunkAt(bytes: Buffer, at: number): Chunk {
  if (at + 12 > bytes.length) fault("damaged");
  const end = at + 12 + bytes.readUInt32BE(at);
  if (end > bytes.length) fault("damaged");
  return {
    type: bytes.toString("latin1", at + 4, at + 8),
    data: bytes.subarray(at + 8, end - 4),
    whole: bytes.subarray(at, end),
  };
}

function assertSum({ whole }: Chunk): void {
  if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) fault("damaged");
}

/** Checks the order: pixel chunks together, the palette before them, each other chunk once, no unknown critical chunk. */
function assertOrder({ type, data }: Chunk, last: string, seen: ReadonlyMap<string, number>): void {
  if (animation.has(type)) fault("animated");
  if (!/^[A-Za-z]{4}$/.test(type)) fault("damaged");
  const mustBeKnown = type.charAt(0) === type.charAt(0).toUpperCase();
  if (mustBeKnown && !critical.has(type)) fault("damaged");
  const isAgain = seen.has(type) && allowedChunks.has(type);
  if (isAgain && !(type === "IDAT" && last === "IDAT")) fault("damaged");
  if (
    type === "PLTE" &&
    (seen.has("IDAT") || data.length === 0 || data.length > 768 || data.length % 3 !== 0)
  )
    fault("damaged");
  if (type === "IEND" && (data.length > 0 || !seen.has("IDAT"))) fault("damaged");
  if (allowedChunks.has(type) && !critical.has(type) && (seen.has("IDAT") || data.length > 768))
    fault("damaged");
}
