/** Shares a text with its link by the system's share sheet where there is one, else copies them. */
export async function shareOrCopy(
  text: string,
  url?: string,
): Promise<"shared" | "copied" | "refused"> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share(url === undefined ? { text } : { text, url });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  try {
    await navigator.clipboard.writeText(url === undefined ? text : `${text}\n${url}`);
    return "copied";
  } catch {
    return "refused";
  }
}
