import { picturePixels, pictureSide, type pictureTypes } from "#protocol/picture.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanWebp } from "./clean-webp.ts";
import { fault } from "./picture-fault.ts";

export interface CleanPicture {
  mime: (typeof pictureTypes)[number];
  width: number;
  height: number;
  /** The picture written anew: what shows it and nothing else, no larger than what came. */
  bytes: Uint8Array;
}

/** Judges the dimensions as soon as a header tells them, before anything else of the file is looked at. */
export type CheckSize = (width: number, height: number) => void;

/**
 * Takes a picture apart to its last byte and puts it together again without what is not needed to show it:
 * where it was taken and with what, comments, color profiles, previews (reliability.md, 4.7). Its type is what
 * its content says. Nothing is decoded.
 * @throws PictureFault for what is no JPEG, PNG or WebP, is animated, torn, or has anything after its end, and
 *   for dimensions above 8,192 pixels a side or 25 megapixels
 */
export function cleanPicture(file: Uint8Array): CleanPicture {
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
