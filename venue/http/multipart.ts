/** A form of one file, multipart/form-data (RFC 7578): exactly that, and nothing around it. */

/** The boundary of a media type; undefined where it is another type or names none (RFC 2046, 5.1.1). */
export function boundaryOf(mediaType: string): string | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*$/i.exec(mediaType) ?? [];
  const boundary = quoted ?? bare ?? "";
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined;
}

/** A part's headers are short: a name, a file name, a type. */
const longestHead = 4096;

/** The field and the content of the only part; `undefined` where there is none, another beside it, or the form is torn. */
export function onlyPart(
  body: Buffer,
  boundary: string,
): { field: string; content: Buffer } | undefined {
  const opening = Buffer.from(`--${boundary}\r\n`, "latin1");
  if (!body.subarray(0, opening.length).equals(opening)) return undefined;
  const headEnd = body
    .subarray(0, opening.length + longestHead)
    .indexOf("\r\n\r\n", opening.length - 2, "latin1");
  if (headEnd < 0) return undefined;
  const field = fieldOf(
    body.subarray(opening.length, Math.max(headEnd, opening.length)).toString("utf8"),
  );
  const content = body.subarray(headEnd + 4);
  const end = content.indexOf(`\r\n--${boundary}`, 0, "latin1");
  if (field === undefined || end < 0) return undefined;
  const closing = content.subarray(end + 4 + boundary.length).toString("latin1", 0, 5);
  return closing === "--" || closing === "--\r\n"
    ? { field, content: content.subarray(0, end) }
    : undefined;
}

const parameter = /;\s*([a-z]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/iy;

/** The field that a part's headers name, where they say that it is a file. What the file is called is nobody's business. */
function fieldOf(head: string): string | undefined {
  const lines = head.split("\r\n");
  const dispositions = lines.filter((line) => /^content-disposition:/i.test(line));
  const [, parameters] =
    /^content-disposition:\s*form-data\s*(;.*)$/i.exec(dispositions[0] ?? "") ?? [];
  // Control characters never stand in a header that a browser wrote.
  if (
    dispositions.length !== 1 ||
    parameters === undefined ||
    lines.some((line) => line.search(/\p{Cc}/u) >= 0)
  )
    return undefined;
  const values = new Map<string, string>();
  parameter.lastIndex = 0;
  for (let match = parameter.exec(parameters), at = 0; ; match = parameter.exec(parameters)) {
    if (!match)
      return at === parameters.length && (values.has("filename") || values.has("filename*"))
        ? values.get("name")
        : undefined;
    at = parameter.lastIndex;
    const name = (match[1] ?? "").toLowerCase();
    if (values.has(name)) return undefined;
    values.set(name, match[2] ?? match[3] ?? "");
  }
}
