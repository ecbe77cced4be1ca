import { saveFile } from "../../../lib/save-file.ts";

/** A file name that is valid on every system: godwit-btcusdt-15min-20261121-170305.png. */
export function chartImageName(symbol: string, period: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
  return `godwit-${symbol}-${period}-${stamp}.png`;
}

/** Passes an image to the phone's share sheet, else saves it as a file; `left` where the user closed the share sheet. */
export async function shareOrSave(image: Blob, name: string): Promise<"shared" | "saved" | "left"> {
  const file = new File([image], name, { type: image.type });
  // With a mouse people expect a file, even where a share sheet exists.
  if (
    matchMedia("(pointer: coarse)").matches &&
    typeof navigator.canShare === "function" &&
    navigator.canShare({ files: [file] })
  ) {
    try {
      await navigator.share({ files: [file] });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "left";
    }
  }
  saveFile(file);
  return "saved";
}
