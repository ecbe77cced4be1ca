import { renderSVG } from "uqr";

interface Sheet {
  title: string;
  /** What each card says below its code, such as the last day. */
  note: string;
  cards: readonly { code: string; link: string }[];
}

/** A page to print and cut up: a card with code, link and QR code for each invitation. */
export function invitationSheet({ title, note, cards }: Sheet): string {
  const rows = cards.map(
    ({ code, link }, at) =>
      `<li><b>${at + 1}</b>${renderSVG(link, { ecc: "M", border: 2 })}<p><strong>${escaped(code)}</strong></p><p>${escaped(link)}</p><p>${escaped(note)}</p></li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
  body { margin: 10mm; font: 10pt/1.35 system-ui, sans-serif; color: #000; background: #fff; }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(56mm, 1fr)); gap: 0; margin: 0; padding: 0; list-style: none; }
  li { position: relative; padding: 5mm; border: 1px dashed #888; text-align: center; break-inside: avoid; overflow-wrap: anywhere; }
  b { position: absolute; inset: 2mm auto auto 2mm; font-weight: normal; color: #555; }
  svg { width: 34mm; height: 34mm; }
  p { margin: 1mm 0 0; }
  strong { font-family: ui-monospace, monospace; font-size: 12pt; letter-spacing: 0.06em; }
</style>
<h1>${escaped(title)}</h1>
<ul>
${rows.join("\n")}
</ul>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
