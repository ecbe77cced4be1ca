import * as v from "valibot";
import { endpoint, figure, nameText, nothing } from "./endpoint.ts";

/** The most a picture may weigh, bytes: shown as 5 MB. */
export const pictureBytes = 5_242_880;

/** Pictures of any other type are refused with 100004. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp"] as const;

/** Longest side, pixels, and most of them together. */
export const pictureSide = 8192;
export const picturePixels = 25_000_000;

export const pictureEndpoints = {
  pictureFiles: endpoint({
    method: "POST", path: "/api/picture/files", access: "user", upload: true, refusals: [100004, 100006],
    summary: "Takes a picture: JPEG, PNG or WebP of at most 5 MiB. The same picture sent again gets the same id. Seen only by its owner and a reviewer.",
    request: nothing,
    data: v.object({ files: v.array(v.object({ id: nameText(64), url: nameText(2048), mime: nameText(64), size: figure })) }),
  }),
};
