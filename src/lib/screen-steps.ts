let comesInSteps = false;

/**
 * Whether the screens that come from now on do so in two steps. One that a start or a step back in the history shows
 * comes whole: it takes the place of a page that the build has written, or stands where it was scrolled to.
 */
export function letScreensComeInSteps(wanted: boolean): void {
  comesInSteps = wanted;
}

/** Whether a screen that comes now does so in two steps. */
export function screensComeInSteps(): boolean {
  return comesInSteps;
}
