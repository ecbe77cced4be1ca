import {
  type ConfigFile,
  foreignOrigins,
  readConfigFile,
  wholeConfig,
} from "../../protocol/wire/runtime-config.ts";
import type { InlineParts } from "../../venue/http/page-policy.ts";
import { securityHeaders } from "../../venue/http/security-headers.ts";

const forGood = "public, max-age=31536000, immutable";
const alwaysAsked = "no-cache";

/**
 * What a static host is to say with each file, and how it finds the file of an address, in the forms that hosts read:
 * by name of the file. With a page it says what the venue says.
 * @param inline what the pages contain of their own
 * @param config what `config.json` says otherwise than usual: where the venue is, if not on the same host
 */
export function hostFiles(inline: InlineParts, config: ConfigFile): Record<string, string> {
  const elsewhere = foreignOrigins(config);
  const page = securityHeaders("document", null, inline, elsewhere);
  return {
    _headers: underscoreHeaders(page),
    _redirects: redirects,
    Caddyfile: caddyfile(page),
    "nginx.conf": nginxConf(page),
    ...(Object.keys(config).length > 0 && {
      "config.json": `${JSON.stringify(wholeConfig(config), null, 2)}\n`,
    }),
  };
}

/** `APP_CONFIG`, as the venue reads it: where an app calls that this host serves alone. */
export function appConfig(): ConfigFile {
  const text = process.env["APP_CONFIG"] ?? "{}";
  const config = readConfigFile(text);
  if (!config) throw new Error(`APP_CONFIG must be parts of config.json, not ${text}`);
  return config;
}

type Headers = Readonly<Record<string, string>>;

function underscoreHeaders(page: Headers): string {
  const rule = (path: string, headers: Headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");
  return [rule("/*", page), rule("/assets/*", { "Cache-Control": forGood })].join("\n");
}

/** A route without a page of its own is answered by the shell; a missing part of a build never is. */
const redirects = `/forget/* / 303
/assets/* /shell.html 404
/builds/* /shell.html 404
/* /shell.html 200
`;

/** For `import /path/to/dist/Caddyfile` in the block of a site whose root is `dist`. */
function caddyfile(page: Headers): string {
  const lines = Object.entries(page).map(([name, value]) => `\t${name} \`${value}\``);
  return `# Caddy 2: in the site's block, after "root * /path/to/dist": import /path/to/dist/Caddyfile
encode zstd gzip
header {
${lines.join("\n")}
}
# A part that is missing is no part that stays the same for a year.
@assets {
	path /assets/*
	file
}
@asked not path /assets/*
header @assets Cache-Control "${forGood}"
header @asked Cache-Control "${alwaysAsked}"
redir /forget/* / 303
handle /assets/* {
	file_server
}
handle /builds/* {
	file_server
}
handle {
	try_files {path} {path}/index.html /shell.html
	file_server
}
`;
}

/** For `include /path/to/dist/nginx.conf;` in the block of a server whose root is `dist`. */
function nginxConf(page: Headers): string {
  const line = ([name, value]: readonly [string, string], also = "") =>
    `  add_header ${name} ${JSON.stringify(value)}${also};`;
  // A part that is missing is no part that stays the same for a year, so the last line is for files alone.
  const lines = (cache: string) =>
    [
      ...Object.entries(page).map((header) => line(header, " always")),
      line(["Cache-Control", cache]),
    ].join("\n");
  return `# nginx: in the server's block, after "root /path/to/dist;": include /path/to/dist/nginx.conf;
gzip on;
gzip_types text/javascript application/javascript text/css application/json application/manifest+json image/svg+xml;
types {
  text/html html;
  text/javascript js;
  text/css css;
  text/plain txt;
  application/json json;
  application/manifest+json webmanifest;
  image/svg+xml svg;
  image/png png;
  image/x-icon ico;
}
location /assets/ {
${lines(forGood)}
  try_files $uri =404;
}
location /builds/ {
${lines(alwaysAsked)}
  try_files $uri =404;
}
location /forget/ {
  return 303 /;
}
location / {
${lines(alwaysAsked)}
  try_files $uri $uri/index.html /shell.html;
}
`;
}
