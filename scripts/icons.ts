// Draws the install icons from the one mark below: `npx node scripts/icons.ts`. Needs a Chromium.
import { mkdir, writeFile } from "node:fs/promises";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../tests/harness/browser/find-chromium.ts";

const publicDir = new URL("../public/", import.meta.url);
const GROUND = "#0d1319";

interface Tones {
  farWing: string;
  nearWing: string;
  body: string;
}

const COLOURED: Tones = {
  farWing: 'fill="#2b7cb8"',
  nearWing: 'fill="#5cb2ee"',
  body: 'fill="#eef2f5"',
};
// A monochrome icon is only its alpha.
const MONOCHROME: Tones = {
  farWing: 'fill="#000" fill-opacity=".45"',
  nearWing: 'fill="#000"',
  body: 'fill="#000"',
};

/** A bar-tailed godwit: long wings, and the long bill that turns up a little. */
function mark(tones: Tones, scale: number): string {
  return `<g transform="translate(256 256) scale(${scale}) translate(-265 -240)">
    <path ${tones.farWing} d="M300 262c26-62 20-128-20-190-34 38-58 78-72 118 40 16 70 40 92 72z"/>
    <path ${tones.nearWing} d="M304 272C264 186 188 128 76 110c32 76 80 148 140 216 38-4 68-22 88-54z"/>
    <path ${tones.body} d="M60 404c76-50 148-90 222-130 18-24 48-32 70-18 7 5 12 11 14 19 38-5 72-15 104-32-28 29-64 48-107 55-24 50-84 80-157 90-56 7-104 9-146 16z"/>
  </g>`;
}

function svg(ground: string, bird: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  ${[ground, bird].filter(Boolean).join("\n  ")}
</svg>
`;
}

const fullGround = `<rect width="512" height="512" fill="${GROUND}"/>`;
const icon = svg(
  `<rect width="512" height="512" rx="116" fill="${GROUND}"/>`,
  mark(COLOURED, 0.98),
);
// The mask may cut to a circle of 80 %: every point of the bird lies inside it.
const maskable = svg(fullGround, mark(COLOURED, 0.76));
const appleTouch = svg(fullGround, mark(COLOURED, 0.9));
const mono = svg("", mark(MONOCHROME, 0.98));

/** What the menu of a held app icon shows beside a place: the tab's own drawing (src/ui/icons/navigation-icons.tsx), on a disc. */
const PLACES: Record<string, string> = {
  coins: '<circle cx="9" cy="9" r="5.25"/><path d="M17.2 8.9a5.25 5.25 0 1 1-8.3 8.3"/>',
  contracts:
    '<path d="M8 3.5v3M8 15v3.5M16 6v3M16 17.5v3"/><rect x="5.5" y="6.5" width="5" height="8.5" rx="1"/><rect x="13.5" y="9" width="5" height="8.5" rx="1"/>',
  seconds:
    '<circle cx="12" cy="13.5" r="7"/><path d="M12 13.5V9.75M9.75 3.25h4.5M18 6.75l1.25 1.25"/>',
  assets:
    '<path d="M4.5 7.25A1.75 1.75 0 0 1 6.25 5.5H17.5v3M4.5 7.25V17a2 2 0 0 0 2 2h12a1.5 1.5 0 0 0 1.5-1.5V10a1.5 1.5 0 0 0-1.5-1.5H5.75A1.25 1.25 0 0 1 4.5 7.25Z"/><circle cx="16" cy="13.75" r=".6" fill="#5cb2ee"/>',
};

/** A held icon's menu shows 48 dp: the sharpest screens have four pixels for each. */
const shortcutSize = 192;

function shortcut(drawing: string): string {
  const lines = `<g transform="translate(94 94) scale(13.5)" fill="none" stroke="#5cb2ee" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`;
  return svg(`<circle cx="256" cy="256" r="256" fill="${GROUND}"/>`, lines);
}

async function png(browser: Browser, source: string, size: number): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const address = `data:image/svg+xml;base64,${Buffer.from(source).toString("base64")}`;
  await page.setContent(
    `<style>body{margin:0}img{display:block}</style><img src="${address}" width="${size}" height="${size}">`,
  );
  await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  return bytes;
}

/** An .ico of one PNG, for the browsers that ask for /favicon.ico unbidden. */
function ico(image: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const files: [name: string, content: string | Uint8Array][] = [
  ["icon.svg", icon],
  ["icon-maskable.svg", maskable],
  ["icon-mono.svg", mono],
  ["icon-192.png", await png(browser, icon, 192)],
  ["icon-512.png", await png(browser, icon, 512)],
  ["icon-maskable-512.png", await png(browser, maskable, 512)],
  ["apple-touch-icon.png", await png(browser, appleTouch, 180)],
  ...(await Promise.all(
    Object.entries(PLACES).map(async ([place, drawing]): Promise<[string, Uint8Array]> => [
      `shortcuts/${place}.png`,
      await png(browser, shortcut(drawing), shortcutSize),
    ]),
  )),
  ["favicon.ico", ico(await png(browser, icon, 32), 32)],
];
await browser.close();
await mkdir(new URL("shortcuts/", publicDir), { recursive: true });
for (const [name, content] of files) await writeFile(new URL(name, publicDir), content);
console.log(files.map(([name, content]) => `${name} ${content.length} B`).join("\n"));
