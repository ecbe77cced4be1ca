import { picturePixels, pictureSide, type pictureTypes } from "#protocol/api/upload.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import { fault } from "./upload-fault.ts";

export interface CleanUpload {
  mime: (typeof pictureTypes)[number];
  width: number;
  height: number;
  /** The picture with only what is needed to show it, no larger than what came. */
  bytes: Uint8Array;
}

/**
 * Parses a picture to its last byte and writes it again with only what is needed to show it: no
 * place, no camera, no comments, color profiles or previews (reliability.md, 4.7). Its type is what
 * its content says. No pixels are decoded.
 * @throws PictureFault for what is no JPEG, PNG or WebP, is animated, torn, or has anything after its end, and
 *   for dimensions above 8,192 pixels a side or 25 megapixels
 */
export function cleanUpload(file: Uint8Array): CleanUpload {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 8).equals(pngSignature))
    return { mime: "image/png", ...cleanPng(bytes, checkSize) };
  if (bytes.subarray(0, 3).equals(jpegStart))
    return { mime: "image/jpeg", ...cleanJpeg(bytes, checkSize) };
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
    return { mime: "image/webp", ...cleanWebp(bytes, checkSize) };
  return fault("type");
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

function checkSize(width: number, height: number): void {
  if (
    width < 1 ||
    height < 1 ||
    width > pictureSide ||
    height > pictureSide ||
    width * height > picturePixels
  )
    fault("dimensions");
}
