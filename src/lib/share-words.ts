/** Shares a text, with the link it is about, by the system's own sheet where there is one, else copies it. */
export async function shareWords(
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
