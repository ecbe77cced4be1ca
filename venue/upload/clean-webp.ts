import { type CheckSize, fault } from "./upload-fault.ts";

interface Size {
  width: number;
  height: number;
}

const hasAlpha = 0x10;
const isAnimated = 0x02;

/** A WebP by its RIFF chunks, to the length that RIFF says (RFC 9649); see `cleanPicture`. */
export function cleanWebp(bytes: Buffer, checkSize: CheckSize): Size & { bytes: Uint8Array } {
  const chunks = chunksOf(bytes);
  const [first] = chunks;
  if (!first) return fault("damaged");
  if (chunks.some(({ type }) => type === "ANIM" || type === "ANMF")) fault("animated");
  const canvas = first.type === "VP8X" ? canvasOf(first.data) : undefined;
  if (canvas) checkSize(canvas.width, canvas.height);

  const pixels = chunks.filter(({ type }) => type === "VP8 " || type === "VP8L");
  const alphas = chunks.filter(({ type }) => type === "ALPH");
  const [image] = pixels;
  // What is not extended is its pixels and nothing else.
  if (
    !image ||
    pixels.length > 1 ||
    alphas.length > 1 ||
    (!canvas && chunks.length > 1) ||
    chunks.filter(({ type }) => type === "VP8X").length > (canvas ? 1 : 0)
  )
    return fault("damaged");
  const size = image.type === "VP8 " ? lossySize(image.data) : losslessSize(image.data);
  checkSize(size.width, size.height);
  if (canvas && (canvas.width !== size.width || canvas.height !== size.height)) fault("damaged");

  const alpha = image.type === "VP8 " ? alphas[0] : undefined;
  if (alpha && (!canvas || chunks.indexOf(alpha) > chunks.indexOf(image))) fault("damaged");
  return {
    ...size,
    bytes: riff(alpha ? [extended(size), alpha.whole, image.whole] : [image.whole]),
  };
}

interface Chunk {
  type: string;
  data: Buffer;
  /** With its head, and made even. */
  whole: Buffer;
}

function chunksOf(bytes: Buffer): Chunk[] {
  if (bytes.length < 20 || bytes.readUInt32LE(4) !== bytes.length - 8) fault("damaged");
  const chunks: Chunk[] = [];
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) fault("damaged");
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length || (length % 2 === 1 && bytes[end - 1] !== 0)) fault("damaged");
    chunks.push({
      type: bytes.toString("latin1", at, at + 4),
      data: bytes.subarray(at + 8, at + 8 + length),
      whole: bytes.subarray(at, end),
    });
    at = end;
  }
  return chunks;
}

function canvasOf(data: Buffer): Size {
  if (data.length !== 10) fault("damaged");
  if ((data.readUInt8(0) & isAnimated) !== 0) fault("animated");
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}

/** Of a VP8 key frame (RFC 6386, 9.1). */
function lossySize(data: Buffer): Size {
  const isKeyFrame =
    data.length >= 10 && (data.readUInt8(0) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a;
  const firstPart = data.length >= 10 ? data.readUIntLE(0, 3) >> 5 : 0;
  if (!isKeyFrame || firstPart === 0 || 10 + firstPart > data.length) fault("damaged");
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Of a lossless stream (RFC 9649, 3.4). */
function losslessSize(data: Buffer): Size {
  if (data.length < 6 || data.readUInt8(0) !== 0x2f || data.readUInt8(4) >> 5 !== 0)
    fault("damaged");
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function extended({ width, height }: Size): Buffer {
  const chunk = Buffer.alloc(18);
  chunk.write("VP8X", "latin1");
  chunk.writeUInt32LE(10, 4);
  chunk.writeUInt8(hasAlpha, 8);
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return chunk;
}

function riff(chunks: readonly Buffer[]): Buffer {
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  const whole = Buffer.concat([head, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
