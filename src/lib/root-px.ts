/** CSS px of 1 rem: larger where the reader has chosen larger text. */
export function rootPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
