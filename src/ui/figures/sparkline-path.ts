const PAD_PX = 2;

/** An SVG path through a series, filling width × height but for 2 px; flat series run through the middle, gaps are left out. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const finite = values.filter((value) => Number.isFinite(value));
  if (finite.length < 2) return "";
  const low = Math.min(...finite);
  const range = Math.max(...finite) - low;
  const stepPx = (width - 2 * PAD_PX) / (finite.length - 1);
  const points = finite.map((value, index) => {
    const share = range === 0 ? 0.5 : (value - low) / range;
    return `${round(PAD_PX + index * stepPx)} ${round(height - PAD_PX - share * (height - 2 * PAD_PX))}`;
  });
  return `M${points.join("L")}`;
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
