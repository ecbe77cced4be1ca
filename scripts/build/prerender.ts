import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import {
  build,
  type InlineConfig,
  type Plugin,
  type PluginOption,
  type Rolldown,
  type UserConfig,
} from "vite";
import { textPartsOf } from "../../src/i18n/catalog-parts.ts";
import type { InlineParts } from "../../venue/http/page-policy.ts";
import { criticalCss } from "./critical-css.ts";
import { appConfig, hostFiles } from "./host-files.ts";

/** Public routes. All other addresses begin with the bare shell. */
const publicRoutes = [
  "/",
  "/coins",
  "/contracts",
  "/seconds",
  "/login",
  "/register",
  "/useragreement",
];

/** Routes with a chart above the fold; the screen itself loads the code of the chart. */
const chartRoutes: ReadonlySet<string> = new Set(["/coins", "/contracts"]);

const emptyRoot = '<div id="root"></div>';

interface WrittenPage {
  title: string;
  html: string;
}

const run = promisify(execFile);

/** Runs in a process of its own, since the app starts timers that never stop. */
const program = `
  const { writePage } = await import(process.argv[1]);
  const pages = [];
  for (const route of process.argv.slice(2)) pages.push([route, await writePage(route)]);
  process.stdout.write(JSON.stringify(pages), () => process.exit());
`;

/**
 * Writes `{route}/index.html` for each public route: the frame, the words and the skeleton in the final
 * layout, with links to all files that the route needs, so that the browser loads them at once. `shell.html` is
 * the page for everything else. The written page is inert until the app replaces it.
 * @param plugins those that compile the app, created again for the build that runs under Node
 */
export function prerender(
  plugins: () => PluginOption[],
  css: NonNullable<UserConfig["css"]>,
): Plugin {
  return {
    name: "godwit-prerender",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const [pages, firstPaint] = await Promise.all([
          writePages(plugins, css),
          compileFirstPaint(),
        ]);
        const index = bundle["index.html"];
        if (index?.type !== "asset") throw new Error("the build made no index.html");
        const shell = String(index.source).replace(
          /(?=\s*<script type="module")/,
          () => `\n    <script>${firstPaint}</script>`,
        );
        if (!shell.includes(emptyRoot)) throw new Error("index.html has no empty #root");
        const inline: InlineParts = { scripts: [hashOf(firstPaint)], styles: [] };
        const write = (page: string) => {
          const { html, style } = withStylesLast(page, bundle);
          inline.styles.push(hashOf(style));
          return html;
        };
        this.emitFile({ type: "asset", fileName: "shell.html", source: write(shell) });
        for (const [route, { title, html }] of pages) {
          const page = write(
            shell
              .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
              .replace(
                "</head>",
                () =>
                  `${linksFor(route, bundle, shell)
                    .map((link) => `  ${link}\n  `)
                    .join("")}</head>`,
              )
              .replace(emptyRoot, () => `<div id="root"><div inert>${html}</div></div>`),
          );
          if (route === "/") index.source = page;
          else
            this.emitFile({
              type: "asset",
              fileName: `${route.slice(1)}/index.html`,
              source: page,
            });
        }
        this.emitFile({
          type: "asset",
          fileName: "builds/inline.json",
          source: JSON.stringify(inline),
        });
        for (const [fileName, source] of Object.entries(hostFiles(inline, appConfig())))
          this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}

async function writePages(
  plugins: () => PluginOption[],
  css: NonNullable<UserConfig["css"]>,
): Promise<[string, WrittenPage][]> {
  // Inside the project, so that packages that are not bundled are found.
  const folder = await mkdtemp(resolve("node_modules/.prerender-"));
  try {
    await build({
      ...quiet,
      plugins: plugins(),
      css,
      build: {
        ssr: "src/first-paint/prerender.tsx",
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: "writer.mjs", codeSplitting: false } },
      },
    });
    const writer = pathToFileURL(join(folder, "writer.mjs")).href;
    const { stdout } = await run(
      process.execPath,
      ["--input-type=module", "-e", program, writer, ...publicRoutes],
      { maxBuffer: 64 << 20, timeout: 60_000 },
    );
    return JSON.parse(stdout) as [string, WrittenPage][];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sheetLinks = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g;

/**
 * The page with the rules that it needs at first in its head, and its style sheets behind what they style: there they
 * hold up the app, but not the first paint.
 */
function withStylesLast(
  page: string,
  bundle: Rolldown.OutputBundle,
): { html: string; style: string } {
  const links = [...page.matchAll(sheetLinks)];
  const sheets = links.map(([, name = ""]) => {
    const sheet = bundle[name];
    if (sheet?.type !== "asset") throw new Error(`no style sheet is named ${name}`);
    return String(sheet.source);
  });
  const style = criticalCss(page, sheets);
  const html = page
    .replaceAll(sheetLinks, "")
    .replace("</head>", () => `  <style>${style}</style>\n  </head>`)
    .replace("</body>", () => `${links.map(([link]) => `  ${link.trim()}\n  `).join("")}</body>`);
  return { html, style };
}

const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** Compiles the code that runs before the first paint to one classic script: a module would run after the paint. */
async function compileFirstPaint(): Promise<string> {
  const made = (await build({
    ...quiet,
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      target: "es2022",
      rolldownOptions: {
        input: "src/first-paint/first-paint.ts",
        output: { format: "iife" },
      },
    },
  })) as Rolldown.RolldownOutput;
  const code = made.output[0].code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error("the first script would end its own element");
  return code;
}

const quiet: InlineConfig = { configFile: false, logLevel: "warn" };

/** Links to the chunks and style sheets that the route needs in addition to the shell's. */
function linksFor(route: string, bundle: Rolldown.OutputBundle, shell: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const madeFrom = (path: string) => {
    const found = chunks.find((chunk) => chunk.facadeModuleId?.split("?")[0]?.endsWith(path));
    if (!found) throw new Error(`no chunk is made from ${path}`);
    return found;
  };
  const roots = [
    madeFrom(`/src/routes${route === "/" ? "/index" : route}.tsx`),
    ...["start", ...textPartsOf(route)].map((part) => madeFrom(`virtual:texts/en-US.${part}`)),
  ];
  if (chartRoutes.has(route)) roots.push(madeFrom("/src/ui/chart/candle-chart.ts"));

  const needed = new Set<Rolldown.OutputChunk>(roots);
  for (const chunk of needed) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") needed.add(imported);
    }
  }
  const missing = (name: string) => !shell.includes(`/${name}"`);
  const styles = [
    ...new Set([...needed].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])),
  ].filter(missing);
  const scripts = [...needed].map((chunk) => chunk.fileName).filter(missing);
  return [
    ...styles.map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
  ];
}
