/** `GET /config.json`: where the calls go and in which form they travel. */

export interface RuntimeConfig {
  /** Path prefix → base address; `""` and `"/"` match all, an empty address is the page's own origin. */
  base: ReadonlyMap<string, string>;
  base64: boolean;
  /** Icon endpoints in Iconify's format, tried in turn. */
  icons: readonly string[];
  /** The push stream's path or address; absent: the app polls. */
  stream: string | null;
}

export const defaultConfig: RuntimeConfig = {
  base: new Map([["/", ""]]),
  base64: false,
  icons: ["/icons"],
  stream: null,
};

export const maxConfigBytes = 65_536;

const keys: readonly (keyof RuntimeConfig)[] = ["base", "base64", "icons", "stream"];

/**
 * Reads a config as untrusted input: unknown keys are ignored, wrong types fall back to the default,
 * `undefined` where the whole is not an object, or has keys and none of ours: what a network says for itself
 * before one has logged in to it.
 */
export function readConfig(value: unknown): RuntimeConfig | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Object.keys(value).length > 0 && !keys.some((key) => Object.hasOwn(value, key)))
    return undefined;
  const own = (key: string): unknown =>
    Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  const icons = own("icons");
  const stream = own("stream");
  return {
    base: readBase(own("base")) ?? defaultConfig.base,
    base64: own("base64") === true,
    icons:
      Array.isArray(icons) && icons.every(isAddress) && icons.length > 0
        ? icons
        : defaultConfig.icons,
    stream: typeof stream === "string" && isAddress(stream) && stream !== "" ? stream : null,
  };
}

/** A config as somebody writes it, where it departs from what is usual. */
export interface ConfigFile {
  base?: Record<string, string>;
  base64?: boolean;
  icons?: string[];
  stream?: string;
}

/** Reads a config that an operator wrote; undefined where a part of it would be ignored. */
export function readConfigFile(text: string): ConfigFile | undefined {
  try {
    const value = JSON.parse(text) as ConfigFile;
    const config = readConfig(value);
    if (!config) return undefined;
    const { base, base64, icons, stream } = value;
    const isWhole =
      Object.keys(value).every((key) => keys.some((one) => one === key)) &&
      (base === undefined || config.base.size === Object.keys(base).length) &&
      (base === undefined || [...config.base].every(([path, to]) => base[path] === to)) &&
      (base64 === undefined || typeof base64 === "boolean") &&
      (icons === undefined || config.icons === icons) &&
      (stream === undefined || config.stream === stream);
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The address a path is called at: the longest matching prefix wins; no match is the page's own origin. */
export function addressFor(config: RuntimeConfig, path: string): string {
  let best: { prefix: string; address: string } | undefined;
  for (const [prefix, address] of config.base) {
    const matches =
      prefix === "" ||
      prefix === "/" ||
      path === prefix ||
      path.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`);
    if (matches && (!best || prefix.length > best.prefix.length)) best = { prefix, address };
  }
  return (best?.address ?? "").replace(/\/$/, "") + path;
}

/** The whole of a config that an operator wrote in part: what is not said is the venue's own. */
export function wholeConfig(file: ConfigFile): Required<ConfigFile> {
  return { base: { "/": "" }, base64: false, icons: ["/icons"], stream: "/api/ws", ...file };
}

/**
 * The origins beyond the page's own that a config sends calls, streams and icon requests to, for a content security
 * policy; each once.
 */
export function foreignOrigins(file: ConfigFile): string[] {
  const config = readConfig(wholeConfig(file)) ?? defaultConfig;
  const { base, icons, stream } = config;
  // A stream that is a path is opened at its base address, by the scheme of sockets.
  const socket = stream?.startsWith("/")
    ? addressFor(config, stream).replace(/^http/, "ws")
    : (stream ?? "");
  const origins = [...base.values(), ...icons, socket].flatMap(
    (address) => /^(?:https?|wss?):\/\/[\w.:[\]-]+/.exec(address)?.[0] ?? [],
  );
  return [...new Set(origins)];
}

function readBase(value: unknown): Map<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && isAddress(entry[1]),
  );
  return entries.length > 0 ? new Map(entries) : undefined;
}

/** An empty address, a path of our own origin, or an http(s)/ws(s) address. */
function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^($|\/(?!\/)|https?:\/\/[^/\s]|wss?:\/\/[^/\s])/.test(value);
}
