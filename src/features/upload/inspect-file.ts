/** Why a file is not accepted. `unreadable`: the browser cannot decode it. */
export type FileProblem =
  | "empty"
  | "heic"
  | "gif"
  | "pdf"
  | "other"
  | "heavy"
  | "huge"
  | "unreadable";

/** A larger file is not opened: no camera makes such images, and a phone's memory is small. */
export const maxFileBytes = 52_428_800;
/** More decoded pixels do not fit into a phone's memory; images of 108-megapixel cameras still pass. */
export const maxPixels = 110_000_000;

interface Inspected {
  kind: ImageKind;
  problem: FileProblem | undefined;
}

/** Checks a file by its first bytes and its size, before it is decoded or sent. */
export async function inspectFile(file: Blob): Promise<Inspected> {
  const head = await bytesOf(file, headBytes);
  const kind = imageKind(head);
  if (kind === "empty" || kind === "gif" || kind === "pdf" || kind === "other")
    return { kind, problem: kind };
  if (file.size > maxFileBytes) return { kind, problem: "heavy" };
  // Some browsers decode these two formats; the decoder shows whether this one does.
  if (kind === "heic" || kind === "avif") return { kind, problem: undefined };
  const size = imageSize(await bytesOf(file, sizeBytes), kind);
  return { kind, problem: size && size.width * size.height > maxPixels ? "huge" : undefined };
}

async function bytesOf(file: Blob, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, length).arrayBuffer());
}

/** The format of a file by its first bytes, whatever its name says. */
export type ImageKind =
  | "jpeg"
  | "png"
  | "webp"
  | "heic"
  | "avif"
  | "gif"
  | "pdf"
  | "empty"
  | "other";

/** Bytes that `imageKind` needs. */
const headBytes = 64;

const heicBrands: ReadonlySet<string> = new Set([
  "heic",
  "heix",
  "hevc",
  "hevx",
  "heim",
  "heis",
  "mif1",
  "msf1",
]);

/** @param head the first bytes of the file, `headBytes` or all there are */
export function imageKind(head: Uint8Array): ImageKind {
  if (head.length === 0) return "empty";
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (text(head, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WEBP") return "webp";
  if (text(head, 4, 8) === "ftyp") return boxKind(head);
  if (text(head, 0, 4) === "GIF8") return "gif";
  return text(head, 0, 5) === "%PDF-" ? "pdf" : "other";
}

/** The format by the brands of an ISO file: the first one may be a general one, so the compatible ones count too. */
function boxKind(head: Uint8Array): ImageKind {
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= head.length; at += 4) brands.push(text(head, at, at + 4));
  if (brands.includes("avif") || brands.includes("avis")) return "avif";
  return brands.some((brand) => heicBrands.has(brand)) ? "heic" : "other";
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

export interface PixelSize {
  width: number;
  height: number;
}

/** Bytes that contain an image's size, also behind a preview that a camera embeds before it. */
const sizeBytes = 524_288;

/** Pixels from a file's header, without decoding; undefined where these bytes do not contain them. */
export function imageSize(head: Uint8Array, kind: "jpeg" | "png" | "webp"): PixelSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (kind === "png") return { width: view.getUint32(16), height: view.getUint32(20) };
    return kind === "webp" ? webpSize(view) : jpegSize(view);
  } catch {
    // The header is incomplete: the decoder will report the problem.
    return undefined;
  }
}

/** Walks the segments up to the frame header. */
function jpegSize(view: DataView): PixelSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Whether a marker is SOF0 to SOF15; DHT, JPG and DAC have numbers between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(view: DataView): PixelSize | undefined {
  const form = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  const threeBytes = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (form === "VP8X") return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 };
  if (form === "VP8 ")
    return { width: view.getUint16(26, true) % 16_384, height: view.getUint16(28, true) % 16_384 };
  if (form !== "VP8L") return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 };
}
