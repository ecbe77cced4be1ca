import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxImageBytes } from "#protocol/api/upload.ts";
import { cleanUpload } from "../../../venue/upload/clean-upload.ts";
import { UploadFault } from "../../../venue/upload/upload-fault.ts";
import * as made from "../../harness/samples/sample-images.ts";

const {
  chunk,
  concat,
  exif,
  extended,
  header,
  jpeg,
  lossless,
  lossy,
  png,
  riffChunk,
  segment,
  signature,
  webp,
  zip,
} = made;
const script = "<script>alert(1)</script>";
const flip = (file: Buffer, at: number) => {
  const copy = Buffer.from(file);
  const place = at < 0 ? copy.length + at : at;
  copy.writeUInt8(copy.readUInt8(place) ^ 0xff, place);
  return copy;
};

/** Files that must be refused, and the reasons. */
const refused: Record<string, [file: Buffer, problem: string]> = {
  "nothing at all": [Buffer.alloc(0), "type"],
  "three bytes of a JPEG": [Buffer.from([0xff, 0xd8, 0xff]), "damaged"],
  "a GIF": [concat("GIF89a", Buffer.from([1, 0, 1, 0, 0x80, 0, 0]), Buffer.alloc(20)), "type"],
  "a GIF that is a JAR": [concat("GIF87a", Buffer.alloc(30), zip), "type"],
  "an SVG": [
    concat(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
    "type",
  ],
  "an SVG behind an XML line": [concat(`<?xml version="1.0"?><svg onload="alert(1)"/>`), "type"],
  "a page called PNG": [concat("<!doctype html>", script), "type"],
  "a page behind the first bytes of a PNG": [concat(signature, "<html>", script), "damaged"],
  "a PDF": [concat("%PDF-1.7\n", zip), "type"],
  "a BMP": [concat("BM", Buffer.alloc(60)), "type"],
  "a TIFF": [Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]), "type"],
  "a HEIC": [concat(Buffer.from([0, 0, 0, 24]), "ftypheic", Buffer.alloc(40)), "type"],
  "an AVIF": [concat(Buffer.from([0, 0, 0, 24]), "ftypavif", Buffer.alloc(40)), "type"],
  "a ZIP": [zip, "type"],
  "a sound in RIFF": [
    concat("RIFF", Buffer.from([40, 0, 0, 0]), "WAVEfmt ", Buffer.alloc(40)),
    "type",
  ],
  "a PNG behind a space": [concat(" ", png()), "type"],
  "a PNG with a ZIP behind it": [png({ tail: zip }), "damaged"],
  "a PNG with a byte behind it": [png({ tail: "\0" }), "damaged"],
  "a PNG with a page behind it": [png({ tail: script }), "damaged"],
  "a PNG with a PNG behind it": [png({ tail: png() }), "damaged"],
  "a PNG torn in its pixels": [png().subarray(0, 50), "damaged"],
  "a PNG without its end": [png().subarray(0, -12), "damaged"],
  "a PNG whose end is torn": [png().subarray(0, -1), "damaged"],
  "a PNG with a wrong sum in its header": [flip(png(), 30), "damaged"],
  "a PNG with a wrong sum in its pixels": [flip(png(), 45), "damaged"],
  "a PNG with a wrong sum at its end": [flip(png(), -1), "damaged"],
  "a PNG whose chunk is longer than the file": [flip(png(), 33), "damaged"],
  "a PNG of 65,000 by 65,000": [
    concat(signature, header(65_000, 65_000), chunk("IDAT", "x"), chunk("IEND")),
    "dimensions",
  ],
  "a PNG of 65,000 by 65,000 that is torn": [
    concat(signature, header(65_000, 65_000)),
    "dimensions",
  ],
  "a PNG of 2^31 by 2^31": [concat(signature, header(2 ** 31, 2 ** 31)), "dimensions"],
  "a PNG of 8,193 by 1": [
    concat(signature, header(8193, 1), chunk("IDAT", "x"), chunk("IEND")),
    "dimensions",
  ],
  "a PNG of 5,001 by 5,000": [
    concat(signature, header(5001, 5000), chunk("IDAT", "x"), chunk("IEND")),
    "dimensions",
  ],
  "a PNG of no width": [
    concat(signature, header(0, 5), chunk("IDAT", "x"), chunk("IEND")),
    "dimensions",
  ],
  "a PNG of unheard-of depth": [
    concat(signature, header(2, 2, { depth: 7 }), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG of unheard-of color": [
    concat(signature, header(2, 2, { color: 5 }), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG with a palette and none in it": [
    concat(signature, header(2, 2, { color: 3 }), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG with two headers": [
    concat(signature, header(2, 2), header(2, 2), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG without pixels": [concat(signature, header(2, 2), chunk("IEND")), "damaged"],
  "a PNG whose header comes second": [
    concat(signature, chunk("gAMA", "\0\0\0\x01"), header(2, 2), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG with pixels in two places": [
    concat(
      signature,
      header(2, 2),
      chunk("IDAT", "x"),
      chunk("tEXt", "a\0b"),
      chunk("IDAT", "y"),
      chunk("IEND"),
    ),
    "damaged",
  ],
  "a PNG with a palette of a script": [
    concat(signature, header(2, 2), chunk("PLTE", script), chunk("IDAT", "x"), chunk("IEND")),
    "damaged",
  ],
  "a PNG with something in its end": [
    concat(signature, header(2, 2), chunk("IDAT", "x"), chunk("IEND", script)),
    "damaged",
  ],
  "a PNG with a chunk that one must know": [png({ before: [chunk("EVIL", script)] }), "damaged"],
  "a PNG with a chunk of no name": [png({ before: [chunk("a<b>", script)] }), "damaged"],
  "an animated PNG": [
    png({
      before: [chunk("acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))],
      after: [chunk("fcTL", Buffer.alloc(26)), chunk("fdAT", Buffer.alloc(8))],
    }),
    "animated",
  ],
  "an animated PNG that does not say so": [
    png({ after: [chunk("fdAT", Buffer.alloc(8))] }),
    "animated",
  ],
  "a JPEG without its end": [made.jpegWithoutEnd(), "damaged"],
  "a JPEG without a scan": [made.jpegWithoutScan(), "damaged"],
  "a JPEG with two frames": [made.jpegWithTwoFrames(), "damaged"],
  "a JPEG torn in a segment": [jpeg().subarray(0, 40), "damaged"],
  "a JPEG with a ZIP behind it": [jpeg({ tail: zip }), "damaged"],
  "a JPEG with a page behind it": [jpeg({ tail: script }), "damaged"],
  "a JPEG with a JPEG behind it": [jpeg({ tail: jpeg() }), "damaged"],
  "a JPEG with a byte behind it": [jpeg({ tail: "\n" }), "damaged"],
  "a JPEG with a script among its tables": [jpeg({ before: [segment(0xdb, script)] }), "damaged"],
  "a JPEG with a script in its codes": [
    jpeg({ before: [segment(0xc4, `\0${script}`)] }),
    "damaged",
  ],
  "a JPEG with a script between segments": [
    jpeg({ before: [segment(0xfe, "x"), concat(script)] }),
    "damaged",
  ],
  "a JPEG of 65,000 by 65,000": [made.jpegOfSize(65_000, 65_000), "dimensions"],
  "a JPEG of no height": [made.jpegOfSize(1, 0), "dimensions"],
  "a JPEG of 8,193 by 2": [made.jpegOfSize(8193, 2), "dimensions"],
  "a JPEG with arithmetic codes": [jpeg({ before: [segment(0xcc, "\0\0")] }), "damaged"],
  "a WebP longer than it says": [webp([lossy], { off: -2 }), "damaged"],
  "a WebP shorter than it says": [webp([lossy], { off: 2 }), "damaged"],
  "a WebP with a ZIP behind it": [webp([lossy], { tail: zip.toString("latin1") }), "damaged"],
  "a WebP torn": [webp([lossy]).subarray(0, -3), "damaged"],
  "a WebP of a script": [webp([riffChunk("VP8 ", concat(script, script))]), "damaged"],
  "a WebP without pixels": [webp([extended(1, 1), riffChunk("EXIF", exif)]), "damaged"],
  "a WebP with two pictures": [webp([extended(1, 1), lossy, lossy]), "damaged"],
  "a WebP with more than it may have": [webp([lossy, riffChunk("EXIF", exif)]), "damaged"],
  "a WebP that says it is animated": [webp([extended(1, 1, 2), lossy]), "animated"],
  "a WebP that is animated": [
    webp([
      extended(1, 1),
      riffChunk("ANIM", Buffer.alloc(6)),
      riffChunk("ANMF", concat(Buffer.alloc(16), lossy)),
    ]),
    "animated",
  ],
  "a WebP of 16 million by 16 million": [webp([extended(2 ** 24, 2 ** 24), lossy]), "dimensions"],
  "a WebP that is not as large as it says": [webp([extended(2, 2), lossy]), "damaged"],
  "a WebP that hides a script in what makes it even": [
    concat(webp([riffChunk("VP8L", lossless.subarray(8, 21))]).subarray(0, -1), "<"),
    "damaged",
  ],
};

describe("refused", () => {
  test.each(Object.entries(refused))("%s", (_name, [file, problem]) => {
    expect(() => cleanUpload(file)).toThrow(UploadFault);
    try {
      cleanUpload(file);
    } catch (error) {
      expect(error).toMatchObject({ problem });
    }
  });
});

/** Files that are accepted, and the result. */
const taken: Record<string, [file: Buffer, mime: string, becomes: Buffer]> = {
  "a plain PNG": [png(), "image/png", png()],
  "a PNG of 5,000 by 5,000": [
    concat(signature, header(5000, 5000), chunk("IDAT", "x"), chunk("IEND")),
    "image/png",
    concat(signature, header(5000, 5000), chunk("IDAT", "x"), chunk("IEND")),
  ],
  "a PNG in several pieces": [
    concat(signature, header(2, 2), chunk("IDAT", "x"), chunk("IDAT", "y"), chunk("IEND")),
    "image/png",
    concat(signature, header(2, 2), chunk("IDAT", "x"), chunk("IDAT", "y"), chunk("IEND")),
  ],
  "a PNG with texts": [
    png({
      before: [
        chunk("tEXt", `Comment\0${script}`),
        chunk("zTXt", "a\0\0x"),
        chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0<x/>"),
      ],
      after: [chunk("tIME", Buffer.alloc(7))],
    }),
    "image/png",
    png(),
  ],
  "a PNG with EXIF and a profile": [
    png({ before: [chunk("iCCP", "p\0\0x"), chunk("eXIf", exif)], after: [chunk("eXIf", exif)] }),
    "image/png",
    png(),
  ],
  "a PNG with a chunk of somebody's own": [
    png({ before: [chunk("prVt", zip)] }),
    "image/png",
    png(),
  ],
  "a PNG with what its colors mean": [
    png({ before: [chunk("gAMA", "\0\0\xb1\x8f")] }),
    "image/png",
    png({ before: [chunk("gAMA", "\0\0\xb1\x8f")] }),
  ],
  "a plain JPEG": [jpeg(), "image/jpeg", jpeg({ before: [] })],
  "a JPEG with a script as its comment": [
    jpeg({ before: [segment(0xfe, script)] }),
    "image/jpeg",
    jpeg(),
  ],
  "a JPEG with GPS, XMP, a profile and a maker's notes": [
    jpeg({
      before: [
        segment(0xe1, exif),
        segment(0xe1, "http://ns.adobe.com/xap/1.0/\0<x/>"),
        segment(0xe2, "ICC_PROFILE\0\x01\x01x"),
        segment(0xed, "Photoshop 3.0\0x"),
        segment(0xef, script),
      ],
    }),
    "image/jpeg",
    jpeg(),
  ],
  "a JPEG that says nothing of itself": [jpeg({ bare: true }), "image/jpeg", jpeg({ bare: true })],
  "a lossy WebP": [webp([lossy]), "image/webp", webp([lossy])],
  "a lossless WebP": [webp([lossless]), "image/webp", webp([lossless])],
  "a WebP with GPS, XMP and a profile": [
    webp([
      extended(1, 1, 0x2c),
      riffChunk("ICCP", concat("profile")),
      lossy,
      riffChunk("EXIF", exif),
      riffChunk("XMP ", concat("<x/>")),
    ]),
    "image/webp",
    webp([lossy]),
  ],
  "a WebP with somebody's own chunk": [
    webp([extended(1, 1), riffChunk("evil", concat(script)), lossy]),
    "image/webp",
    webp([lossy]),
  ],
  "a WebP with transparency": [
    webp([
      extended(1, 1, 0x18),
      riffChunk("ALPH", Buffer.from([0, 1])),
      lossy,
      riffChunk("EXIF", exif),
    ]),
    "image/webp",
    webp([extended(1, 1, 0x10), riffChunk("ALPH", Buffer.from([0, 1])), lossy]),
  ],
};

describe("taken, without what is not its pixels", () => {
  test.each(Object.entries(taken))("%s", (_name, [file, mime, becomes]) => {
    const clean = cleanUpload(file);
    expect(clean.mime).toBe(mime);
    const plain = mime === "image/jpeg" ? withoutDensity(becomes) : becomes;
    expect(Buffer.from(clean.bytes).toString("latin1")).toBe(plain.toString("latin1"));
    for (const secret of ["GPS", "Canon", "script", "adobe", "Photoshop", "profile", "evil"])
      expect(Buffer.from(clean.bytes).includes(secret)).toBe(false);
    // A clean file stays as it is.
    expect(cleanUpload(clean.bytes)).toEqual(clean);
  });

  test("a picture of exactly 5 MiB", () => {
    const file = made.pngOfSize(maxImageBytes);
    expect([file.length, cleanUpload(file).bytes.length]).toEqual([maxImageBytes, maxImageBytes]);
  });
});

/** The JFIF header is replaced by one without a density, since the 72 dpi of a camera mean nothing. */
function withoutDensity(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf("JFIF", 0, "latin1");
  if (at > 0) copy.set([1, 1, 0, 0, 1, 0, 1, 0, 0], at + 5);
  return copy;
}

test("damaged anywhere, a picture is refused or becomes another clean one, and nothing else happens", () => {
  const files = Object.values(taken)
    .map(([file]) => file)
    .filter((file) => file.length < 5000);
  const damage = fc.tuple(
    fc.constantFrom(...files),
    fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
    fc.option(fc.nat()),
    fc.uint8Array({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(damage, ([file, changes, cut, more]) => {
      const copy = Buffer.concat([
        cut === null ? file : file.subarray(0, cut % (file.length + 1)),
        more,
      ]);
      for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
      let clean;
      try {
        clean = cleanUpload(copy);
      } catch (error) {
        expect(error).toBeInstanceOf(UploadFault);
        return;
      }
      expect(clean.bytes.length).toBeLessThanOrEqual(copy.length);
      expect(cleanUpload(clean.bytes)).toEqual(clean);
      expect(Buffer.from(clean.bytes).includes("GPSLatitude")).toBe(false);
    }),
    { numRuns: 3000 },
  );
});
