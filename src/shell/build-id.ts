/**
 * The id of the running build, as its page says it: a page is asked for anew, while a chunk whose code did
 * not change keeps its name, and its place in every cache, from build to build.
 */
export const buildId: string = typeof document === "undefined" ? "" : (document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "");
