/** A stored text as JSON, unchecked: `{}` where there is none, or none that can be read, so that a schema fills in what is usual. */
export function readStoredText(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}
