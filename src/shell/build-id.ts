const mark =
  typeof document === "undefined"
    ? null
    : document.querySelector<HTMLMetaElement>('meta[name="build"]');

/**
 * The id of the running build, as its page says it: a page is asked for anew, while a chunk whose code did
 * not change keeps its name, and its place in every cache, from build to build.
 */
export const buildId: string = mark?.content ?? "";

/** When the running build was made, Unix ms; 0 where the page does not say it. */
export const buildTime: number = Number(mark?.dataset["time"]) || 0;
