/** A hidden page paints nothing: then nobody waits for it longer than this. */
const longestMs = 100;

/** Ends when the browser has painted what is on screen by now, so that a tap is answered before the work it asks for. */
export function nextPaint(): Promise<void> {
  // The build writes its pages without a screen.
  if (typeof requestAnimationFrame === "undefined") return Promise.resolve();
  return new Promise((done) => {
    const late = setTimeout(done, longestMs);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late);
        done();
      }),
    );
  });
}
