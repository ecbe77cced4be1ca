import { type RefObject, useEffect } from "react";

/**
 * While `shown`, tells the element in `--keyboard` how much of the window's lower edge an on-screen keyboard covers.
 * A browser that makes the window itself smaller covers nothing.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    const element = ref.current;
    const seen = window.visualViewport;
    if (!shown || element === null || !seen) return;
    let written = 0;
    const measure = () => {
      // Enlarged by two fingers it is smaller, too, and no keyboard is there.
      const below = seen.scale > 1 ? 0 : innerHeight - seen.height - seen.offsetTop;
      const covered = Math.max(0, Math.round(below));
      // A value that it inherits makes the browser compute the styles of everything inside.
      if (covered === written) return;
      written = covered;
      element.style.setProperty("--keyboard", `${covered}px`);
    };
    measure();
    seen.addEventListener("resize", measure);
    seen.addEventListener("scroll", measure);
    return () => {
      seen.removeEventListener("resize", measure);
      seen.removeEventListener("scroll", measure);
      element.style.removeProperty("--keyboard");
    };
  }, [ref, shown]);
}
