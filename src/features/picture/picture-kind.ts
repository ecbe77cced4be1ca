/** What a file is by its first bytes, whatever it calls itself. `other` is none of these. */
export type PictureKind =
  | "jpeg"
  | "png"
  | "webp"
  | "heic"
  | "avif"
  | "gif"
  | "pdf"
  | "empty"
  | "other";

/** Bytes that `pictureKind` wants to see. */
export const headBytes = 64;

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
export function pictureKind(head: Uint8Array): PictureKind {
  if (head.length === 0) return "empty";
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
  if (text(head, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WEBP") return "webp";
  if (text(head, 4, 8) === "ftyp") return boxKind(head);
  if (text(head, 0, 4) === "GIF8") return "gif";
  return text(head, 0, 5) === "%PDF-" ? "pdf" : "other";
}

/** Phones write HEIC with a general brand first, too: AVIF names itself among the compatible ones. */
function boxKind(head: Uint8Array): PictureKind {
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= head.length; at += 4) brands.push(text(head, at, at + 4));
  if (brands.includes("avif") || brands.includes("avis")) return "avif";
  return brands.some((brand) => heicBrands.has(brand)) ? "heic" : "other";
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
