import { useLingui } from "@lingui/react/macro";
import { pictureBytes } from "#protocol/picture.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { byteSize } from "./byte-size.ts";
import { type FileProblem, heaviestFile, mostPixels } from "./inspect-file.ts";
import type { SendFailure } from "./picture-flow.ts";

/** What is wrong with a file or its way to the venue, and what to do about it. */
export function usePictureWords() {
  const { t, i18n } = useLingui();
  const most = byteSize(pictureBytes, i18n.locale);
  const heaviest = byteSize(heaviestFile, i18n.locale);
  const megapixels = mostPixels / 1_000_000;
  return {
    rule: t`JPEG, PNG or WebP. It is made smaller on this device, to at most ${most}, and loses what a camera writes beside it, such as the place.`,
    problem: (problem: FileProblem) => {
      switch (problem) {
        case "empty":
          return t`This file is empty. Choose it again, or another one.`;
        case "heic":
          return t`This is a HEIC picture, which this browser cannot read. Take it again here with the camera, or save it as JPEG: on an iPhone by Settings, Camera, Formats, Most Compatible.`;
        case "gif":
          return t`This is a GIF. Choose a JPEG, PNG or WebP picture; a screenshot of it will do.`;
        case "pdf":
          return t`This is a PDF. Choose a JPEG, PNG or WebP picture; a screenshot of it will do.`;
        case "other":
          return t`This is no picture, whatever its name says. Choose a JPEG, PNG or WebP picture.`;
        case "heavy":
          return t`This file is over ${heaviest}, more than a picture of any camera. Choose a smaller one.`;
        case "huge":
          return t`This picture has more than ${megapixels} million pixels, too many for a phone's memory. Choose a smaller one.`;
        case "unreadable":
          return t`This browser cannot read the picture. It may be damaged; take it again, or choose another.`;
      }
    },
    failure: (failure: SendFailure) => {
      if (failure.kind === "torn")
        return t`The connection broke before the picture was through. It is still here: send it again.`;
      if (failure.status === 100006)
        return t`Too many pictures in a short time, or in a day. This one is still here: send it again later.`;
      return i18n._(errorText(failure.status));
    },
  };
}
