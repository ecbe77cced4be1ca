/** Windows from a small tablet to a large screen, CSS px. */
export const windowSizes = [
  [600, 960],
  [820, 1180],
  [1024, 768],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;
