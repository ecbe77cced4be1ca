/** Real-name certification. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { endpoint, nothing, shownText, timeMs } from "./endpoint.ts";

const pictureId = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** What is asked for again, by field, with the reviewer's words. */
const certReasons = v.object({
  name: v.optional(shownText(300)),
  id_number: v.optional(shownText(300)),
  front: v.optional(shownText(300)),
  back: v.optional(shownText(300)),
});

const certification = v.object({
  /** 0 not certified, 1 under review, 2 certified, 3 failed. */
  certstatus: v.number(),
  name_masked: v.optional(shownText(100), ""),
  id_number_masked: v.optional(shownText(64), ""),
  submit_time: v.optional(v.nullable(timeMs), null),
  review_time: v.optional(v.nullable(timeMs), null),
  /** Where the venue reviews by itself: when. */
  review_due: v.optional(v.nullable(timeMs), null),
  reasons: v.optional(certReasons, {}),
});
export type Certification = v.InferOutput<typeof certification>;

export const certificationEndpoints = {
  cert: endpoint({
    method: "POST",
    path: "/api/account/cert",
    access: "user",
    refusals: [codes.unsupportedMedia, codes.alreadyCertified, codes.reviewPending],
    summary:
      "Hands in what certifies a person: all four, or after a failed review what was asked for again. On a paper venue samples are meant, never real documents.",
    request: v.object({
      name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100))),
      id_number: v.optional(v.pipe(v.string(), v.trim(), v.minLength(4), v.maxLength(40))),
      /** Ids of uploaded pictures. */
      front: v.optional(pictureId),
      back: v.optional(pictureId),
    }),
    data: certification,
  }),
  certification: endpoint({
    method: "GET",
    path: "/api/account/getCert",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "How far the certification is, masked, and what is asked for again.",
    request: nothing,
    data: certification,
  }),
};
