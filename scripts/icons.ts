// Draws the install icons from the one mark below: `npx node scripts/icons.ts`. Needs a Chromium.
import { writeFile } from "node:fs/promises";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

const publicDir = new URL("../public/", import.meta.url);
const GROUND = "#0d1319";

interface Tones {
  farWing: string;
  nearWing: string;
  body: string;
}

const COLOURED: Tones = { farWing: 'fill="#2b7cb8"', nearWing: 'fill="#5cb2ee"', body: 'fill="#eef2f5"' };
// A monochrome icon is only its alpha.
const MONOCHROME: Tones = { farWing: 'fill="#000" fill-opacity=".45"', nearWing: 'fill="#000"', body: 'fill="#000"' };

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
  ${ground}
  ${bird}
</svg>
`;
}

const fullGround = `<rect width="512" height="512" fill="${GROUND}"/>`;
const icon = svg(`<rect width="512" height="512" rx="116" fill="${GROUND}"/>`, mark(COLOURED, 0.98));
// The mask may cut to a circle of 80 %: every point of the bird lies inside it.
const maskable = svg(fullGround, mark(COLOURED, 0.76));
const appleTouch = svg(fullGround, mark(COLOURED, 0.9));
const mono = svg("", mark(MONOCHROME, 0.98));

async function png(browser: Browser, source: string, size: number): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const address = `data:image/svg+xml;base64,${Buffer.from(source).toString("base64")}`;
  await page.setContent(`<style>body{margin:0}img{display:block}</style><img src="${address}" width="${size}" height="${size}">`);
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

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
const files: [name: string, content: string | Uint8Array][] = [
  ["icon.svg", icon],
  ["icon-maskable.svg", maskable],
  ["icon-mono.svg", mono],
  ["icon-192.png", await png(browser, icon, 192)],
  ["icon-512.png", await png(browser, icon, 512)],
  ["icon-maskable-512.png", await png(browser, maskable, 512)],
  ["apple-touch-icon.png", await png(browser, appleTouch, 180)],
  ["favicon.ico", ico(await png(browser, icon, 32), 32)],
];
await browser.close();
for (const [name, content] of files) await writeFile(new URL(name, publicDir), content);
console.log(files.map(([name, content]) => `${name} ${content.length} B`).join("\n"));
