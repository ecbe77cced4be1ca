const mebibyte = 1_048_576;

/** A file's size as people write it, counted in 1024s: 5,242,880 bytes are 5 MB. */
export function byteSize(bytes: number, locale: string): string {
  const [value, unit] =
    bytes >= mebibyte
      ? ([bytes / mebibyte, "megabyte"] as const)
      : ([Math.max(1, Math.round(bytes / 1024)), "kilobyte"] as const);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: 1,
  }).format(value);
}
