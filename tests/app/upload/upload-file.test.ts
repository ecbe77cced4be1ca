/** Checks of a file before anything of it is sent. */
import { describe, expect, test } from "vitest";
import {
  type ImageKind,
  maxFileBytes,
  inspectFile,
  maxPixels,
  imageKind,
  imageSize,
} from "../../../src/features/upload/inspect-file.ts";
import { fittedSize } from "../../../src/features/upload/prepare-image.ts";
import { byteSize } from "../../../src/lib/byte-size.ts";
import {
  concat,
  exif,
  extended,
  header,
  jpeg,
  jpegOfSize,
  lossless,
  lossy,
  png,
  segment,
  signature,
  webp,
  zip,
} from "../../harness/samples/sample-images.ts";

const box = (...brands: string[]) =>
  concat(
    Buffer.from([0, 0, 0, 8 + 4 * brands.length + 4]),
    "ftyp",
    brands[0] ?? "",
    "\0\0\0\0",
    ...brands.slice(1),
  );
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

const kinds: [name: string, bytes: Uint8Array, kind: ImageKind][] = [
  ["a PNG", png(), "png"],
  ["a JPEG", jpeg(), "jpeg"],
  ["a WebP", webp([lossy]), "webp"],
  ["an iPhone's HEIC", box("heic", "mif1", "heic"), "heic"],
  ["a HEIC of the general brand", box("mif1", "mif1", "heic"), "heic"],
  ["a burst", box("hevc", "msf1"), "heic"],
  ["an AVIF", box("avif", "mif1", "miaf"), "avif"],
  ["an AVIF of the general brand", box("mif1", "avif"), "avif"],
  ["a film", box("isom", "mp41"), "other"],
  ["a GIF", concat("GIF89a", Buffer.alloc(20)), "gif"],
  ["a PDF", concat("%PDF-1.7"), "pdf"],
  ["an SVG", concat('<svg xmlns="http://www.w3.org/2000/svg">'), "other"],
  ["a page", concat("<!doctype html>"), "other"],
  ["a ZIP", zip, "other"],
  ["a WAV", concat("RIFF\0\0\0\0WAVE"), "other"],
  ["one byte", Buffer.from([0xff]), "other"],
  ["nothing", Buffer.alloc(0), "empty"],
];

test.each(kinds)("%s is recognised by its first bytes", (_, bytes, kind) => {
  expect(imageKind(bytes.subarray(0, 64))).toBe(kind);
});

describe("the size in a header", () => {
  test("is found in each type, also behind a camera's preview", () => {
    expect(imageSize(concat(signature, header(640, 480)), "png")).toEqual({
      width: 640,
      height: 480,
    });
    expect(imageSize(jpegOfSize(4032, 3024), "jpeg")).toEqual({ width: 4032, height: 3024 });
    const plain = imageSize(jpeg(), "jpeg");
    expect(
      imageSize(
        jpeg({ before: [segment(0xe1, exif), segment(0xe1, Buffer.alloc(60_000))] }),
        "jpeg",
      ),
    ).toEqual(plain);
    expect(plain?.width).toBeGreaterThan(0);
    expect(imageSize(webp([extended(5000, 300), lossy]), "webp")).toEqual({
      width: 5000,
      height: 300,
    });
    expect(imageSize(webp([lossless]), "webp")?.width).toBeGreaterThan(0);
    expect(imageSize(webp([lossy]), "webp")?.width).toBeGreaterThan(0);
  });

  test("is unknown where the file ends before it", () => {
    expect(imageSize(signature, "png")).toBeUndefined();
    expect(imageSize(jpeg().subarray(0, 4), "jpeg")).toBeUndefined();
    expect(imageSize(concat("RIFF\0\0\0\0WEBPVP8 "), "webp")).toBeUndefined();
  });
});

test("a file is checked before it is decoded: type, bytes, pixels", async () => {
  const problemOf = async (bytes: Uint8Array) => (await inspectFile(blob(bytes))).problem;
  expect(
    await Promise.all([png(), jpeg(), webp([lossy]), box("heic", "mif1")].map(problemOf)),
  ).toEqual([undefined, undefined, undefined, undefined]);
  expect(
    await Promise.all([Buffer.alloc(0), zip, concat("%PDF-1.4"), concat("GIF87a")].map(problemOf)),
  ).toEqual(["empty", "other", "pdf", "gif"]);
  // 65,000 × 65,000 pixels in a few bytes: a phone would fall over.
  expect(await problemOf(concat(signature, header(65_000, 65_000)))).toBe("huge");
  expect(await problemOf(jpegOfSize(65_000, 65_000))).toBe("huge");
  expect(await problemOf(jpegOfSize(12_000, Math.floor(maxPixels / 12_000)))).toBeUndefined();
  expect(
    (await inspectFile(new Blob([new Uint8Array(jpeg()), new Uint8Array(maxFileBytes)]))).problem,
  ).toBe("heavy");
});

test("a fitted size keeps its proportions, is never enlarged, and is at least one pixel", () => {
  expect(fittedSize({ width: 4000, height: 3000 }, 2048)).toEqual({ width: 2048, height: 1536 });
  expect(fittedSize({ width: 3000, height: 4000 }, 2048)).toEqual({ width: 1536, height: 2048 });
  expect(fittedSize({ width: 640, height: 480 }, 2048)).toEqual({ width: 640, height: 480 });
  expect(fittedSize({ width: 100_000, height: 10 }, 2048)).toEqual({ width: 2048, height: 1 });
});

test("sizes are shown in the user's notation, 5,242,880 bytes as 5 MB", () => {
  expect([byteSize(5_242_880, "en-US"), byteSize(412_000, "en-US"), byteSize(10, "en-US")]).toEqual(
    ["5 MB", "402 kB", "1 kB"],
  );
  expect(byteSize(1_677_722, "fr-FR")).toMatch(/^1,6\s?Mo$/);
});
