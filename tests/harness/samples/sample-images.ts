/** Generated pictures, valid and damaged, for uploads. */
import { crc32, deflateSync } from "node:zlib";

const ascii = (text: string) => Buffer.from(text, "latin1");
export const concat = (...parts: (Buffer | Uint8Array | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? ascii(part) : part)));

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG chunk with its right check sum. */
export function chunk(type: string, data: Buffer | string = ""): Buffer {
  const body = concat(type, data);
  const [head, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return concat(head, body, sum);
}

export function header(
  width: number,
  height: number,
  { depth = 8, color = 0, interlace = 0 } = {},
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, color, 0, 0, interlace], 8);
  return chunk("IHDR", data);
}

const pixelsOf = (width: number, height: number, shade: number) =>
  deflateSync(
    Buffer.concat(
      Array.from({ length: height }, () =>
        Buffer.concat([Buffer.alloc(1), Buffer.alloc(width, shade)]),
      ),
    ),
  );

/** A gray PNG with the chunks `before` ahead of its pixels and `after` behind them. */
export function png({
  width = 2,
  height = 2,
  shade = 128,
  before = [],
  after = [],
  tail = "",
}: {
  width?: number;
  height?: number;
  shade?: number;
  before?: Buffer[];
  after?: Buffer[];
  tail?: Buffer | string;
} = {}): Buffer {
  return concat(
    signature,
    header(width, height),
    ...before,
    chunk("IDAT", pixelsOf(width, height, shade)),
    ...after,
    chunk("IEND"),
    tail,
  );
}

/** A valid PNG of exactly so many bytes. */
export function pngOfSize(bytes: number): Buffer {
  const shell = 8 + 25 + 12 + 12;
  const room = bytes - shell;
  return concat(signature, header(256, 256), chunk("IDAT", Buffer.alloc(room, 7)), chunk("IEND"));
}

/** A baseline JPEG of one gray block, decodable everywhere. */
const block = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==",
  "base64",
);
const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);

/** A JPEG segment. */
export function segment(code: number, data: Buffer | string): Buffer {
  const body = concat(data);
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return concat(head, body);
}

/** The JPEG with segments ahead of all others, without its own JFIF header where `bare`. */
export function jpeg({
  before = [],
  tail = "",
  bare = false,
}: { before?: Buffer[]; tail?: Buffer | string; bare?: boolean } = {}): Buffer {
  return concat(start, ...before, block.subarray(bare ? 20 : 2), tail);
}

/** The same with another size in its frame header. */
export function jpegOfSize(width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg());
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

export const jpegWithoutEnd = () => block.subarray(0, -2);
/** A JPEG with a second frame header. */
export const jpegWithTwoFrames = () => {
  const frame = block.indexOf(Buffer.from([0xff, 0xc0]));
  return concat(block.subarray(0, frame), block.subarray(frame, frame + 13), block.subarray(frame));
};
export const jpegWithoutScan = () =>
  concat(block.subarray(0, block.indexOf(Buffer.from([0xff, 0xda]))), end);

/** GPS and a thumbnail, as a phone's camera writes them. */
export const exif = concat(
  "Exif\0\0",
  Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]),
  "GPSLatitude 48.858844 N GPSLongitude 2.294351 E Canon EOS serial 123456",
);

/** A RIFF chunk, made even. */
export function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32LE(data.length);
  return concat(type, head, data, data.length % 2 === 1 ? Buffer.alloc(1) : "");
}

/** A RIFF file of WebP; `off` makes its length lie. */
export function webp(
  chunks: Buffer[],
  { off = 0, tail = "" }: { off?: number; tail?: string } = {},
): Buffer {
  const whole = concat("RIFF\0\0\0\0WEBP", ...chunks, tail);
  whole.writeUInt32LE(whole.length - tail.length - 8 + off, 4);
  return whole;
}

/** One pixel each, lossy and without loss. */
const lossyFile = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
const losslessFile = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");
export const lossy = lossyFile.subarray(12);
export const lossless = losslessFile.subarray(12);

export function extended(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10);
  data.writeUInt8(flags, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return riffChunk("VP8X", data);
}

/** A small valid ZIP, such as attackers append to pictures. */
export const zip = concat("PK\x03\x04", Buffer.alloc(26), "a.txt", "PK\x05\x06", Buffer.alloc(18));
