/** Flags of the offered countries, 3:2, drawn plainly enough for the size of a list. */
const star = (x: number, y: number, r: number, turn = 0): string => {
  const points = Array.from({ length: 10 }, (_, at) => {
    const angle = (Math.PI / 5) * at - Math.PI / 2 + turn;
    const radius = at % 2 === 0 ? r : r * 0.382;
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `<polygon points="${points.join(" ")}"/>`;
};

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

function china(): string {
  const small = [
    [10, 2],
    [12, 4],
    [12, 7],
    [10, 9],
  ].map(([x = 0, y = 0]) => star(x, y, 1, Math.atan2(5 - y, 5 - x) + Math.PI / 2));
  return `${rect(0, 0, 30, 20, "#de2910")}<g fill="#ffde00">${star(5, 5, 3)}${small.join("")}</g>`;
}

function taiwan(): string {
  const rays = Array.from({ length: 12 }, (_, at) => {
    const angle = (Math.PI / 6) * at;
    const point = (turn: number, radius: number) =>
      `${(7.5 + radius * Math.sin(angle + turn)).toFixed(2)},${(5 - radius * Math.cos(angle + turn)).toFixed(2)}`;
    return `<polygon points="${point(0, 3.75)} ${point(0.26, 2.2)} ${point(-0.26, 2.2)}"/>`;
  });
  return (
    `${rect(0, 0, 30, 20, "#fe0000")}${rect(0, 0, 15, 10, "#000095")}<g fill="#fff">${rays.join("")}</g>` +
    `<circle cx="7.5" cy="5" r="2.12" fill="#000095"/><circle cx="7.5" cy="5" r="1.87" fill="#fff"/>`
  );
}

function unitedStates(): string {
  const stripes = Array.from({ length: 13 }, (_, at) =>
    rect(0, at * (20 / 13), 30, 20 / 13, at % 2 === 0 ? "#b22234" : "#fff"),
  );
  const stars = Array.from({ length: 9 }, (_, row) =>
    Array.from({ length: row % 2 === 0 ? 6 : 5 }, (__, column) =>
      star(1 + (row % 2) + column * 2, 1.08 + row * 1.08, 0.55),
    ).join(""),
  );
  return `${stripes.join("")}${rect(0, 0, 12, 140 / 13, "#3c3b6e")}<g fill="#fff">${stars.join("")}</g>`;
}

function france(): string {
  return (
    rect(0, 0, 10, 20, "#002654") + rect(10, 0, 10, 20, "#fff") + rect(20, 0, 10, 20, "#ce1126")
  );
}

const flags: Readonly<Record<string, () => string>> = {
  cn: china,
  tw: taiwan,
  us: unitedStates,
  fr: france,
};

/** The flag of a country code as an SVG document, or `undefined`. */
export function flagSvg(countryCode: string): string | undefined {
  const draw = Object.hasOwn(flags, countryCode) ? flags[countryCode] : undefined;
  return draw && `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">${draw()}</svg>`;
}
