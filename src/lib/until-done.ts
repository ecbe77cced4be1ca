const longestPauseMs = 60_000;

/**
 * Attempts in the background what failed, until it is done: after a pause, then after twice as long each time, a minute
 * at most, and at once where the network is back. A hidden page waits until it is seen. Pauses differ by up to a
 * quarter, so that what failed on many devices at once does not come back from all of them at once.
 * @param attempt answers whether it is done, or need not be any more
 */
export async function untilDone(
  attempt: () => Promise<boolean>,
  firstPauseMs = 2000,
): Promise<void> {
  let ms = firstPauseMs;
  do {
    const pauseMs = ms * (0.75 + Math.random() / 2);
    await new Promise<unknown>((end) => {
      setTimeout(end, pauseMs);
      globalThis.addEventListener?.("online", end, { once: true });
    });
    while (globalThis.document?.visibilityState === "hidden")
      await new Promise((seen) =>
        document.addEventListener("visibilitychange", seen, { once: true }),
      );
    ms = Math.min(ms * 2, longestPauseMs);
  } while (!(await attempt()));
}

/**
 * Loads a part of the app that is wanted for as long as something shows it; where it is lost, it is asked for again.
 * @param missing called once, where the first attempt fails
 * @returns the function that gives it up
 */
export function untilLoaded<Part>(
  load: () => Promise<Part>,
  came: (part: Part) => void,
  missing: () => void,
): () => void {
  let isGivenUp = false;
  const attempt = async () => {
    if (isGivenUp) return true;
    let part: Part;
    try {
      part = await load();
    } catch {
      return isGivenUp;
    }
    if (!isGivenUp) came(part);
    return true;
  };
  void attempt().then((isDone) => {
    if (isDone) return;
    missing();
    void untilDone(attempt);
  });
  return () => {
    isGivenUp = true;
  };
}
