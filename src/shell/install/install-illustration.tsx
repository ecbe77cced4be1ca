import type { ReactNode } from "react";
import styles from "./install-illustration.module.css";

export type InstallPictureKind =
  /** The share sign in a bar: below, as Safari on a phone has it, or above, as others do. */
  | "share-below"
  | "share-above"
  /** The sign of the browser's menu. */
  | "menu-above"
  | "menu-below"
  /** One entry among those of a sheet or menu. */
  | "sheet-entry"
  | "menu-entry"
  | "file-entry"
  /** The button that ends it. */
  | "confirm"
  /** The install sign in a computer's address bar. */
  | "address-bar"
  /** The icon in its place. */
  | "home"
  | "dock";

/** An illustration of the place to press in the browser. The step's text says the same, so it is hidden from screen readers. */
export function InstallPicture({ kind }: { kind: InstallPictureKind }) {
  return (
    <svg className={styles.picture} viewBox="0 0 120 80" aria-hidden="true" focusable="false">
      <rect className={styles.window} x=".75" y=".75" width="118.5" height="78.5" rx="9" />
      {drawings[kind]}
    </svg>
  );
}

const lines = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, index) => (
    <rect
      key={`${x}-${index}`}
      className={styles.line}
      x={x}
      y={y + index * 11}
      width={width}
      height="4"
      rx="2"
    />
  ));

const spot = (x: number, y: number, radius = 11) => (
  <circle className={styles.spot} cx={x} cy={y} r={radius} />
);

const shareSign = (x: number, y: number) => (
  <path
    className={styles.sign}
    d={`M${x} ${y + 2}v-8m-3 3 3-3 3 3M${x - 2.5} ${y - 1}h-2v7h9v-7h-2`}
  />
);

const dots = (x: number, y: number) =>
  [-4, 0, 4].map((step) => (
    <circle key={step} className={styles.dot} cx={x} cy={y + step} r="1.5" />
  ));

const bars = (x: number, y: number) => (
  <path className={styles.sign} d={`M${x - 5} ${y - 4}h10m-10 4h10m-10 4h10`} />
);

const plain = (x: number, y: number) => (
  <circle key={x} className={styles.line} cx={x} cy={y} r="3.5" />
);

const bird = (x: number, y: number, size: number) => (
  <g transform={`translate(${x} ${y}) scale(${size / 24})`}>
    <rect className={styles.app} width="24" height="24" rx="6" />
    <path className={styles.wing} d="M14 12.6C12 8.6 8.6 6 4.2 5.2c1.4 3.4 3.4 6.6 6 9.4z" />
    <path
      className={styles.body}
      d="M3.6 18.6c3.4-2.2 6.6-4 10-5.8 1.4-1.6 3.6-1.4 4.2.2l3.4-.8c-1.4 1-3 1.6-4.6 1.8-1.2 2.4-3.8 3.8-7 4.2-2.4.4-4.4.4-6 .4z"
    />
  </g>
);

const barBelow = <rect className={styles.bar} x="1.5" y="55" width="117" height="23.5" rx="8" />;
const barAbove = (
  <>
    <rect className={styles.bar} x="1.5" y="1.5" width="117" height="24" rx="8" />
    <rect className={styles.field} x="10" y="7" width="78" height="13" rx="6.5" />
  </>
);

const entry = (y: number, sign: ReactNode) => (
  <>
    <rect className={styles.chosen} x="12" y={y} width="96" height="18" rx="5" />
    {sign}
    <rect className={styles.word} x="36" y={y + 7} width="52" height="4" rx="2" />
  </>
);

const drawings: Record<InstallPictureKind, ReactNode> = {
  "share-below": (
    <>
      {lines(14, 14, [92, 92, 60])}
      {barBelow}
      {[18, 39, 81, 102].map((x) => plain(x, 66.5))}
      {spot(60, 66.5)}
      {shareSign(60, 66.5)}
    </>
  ),
  "share-above": (
    <>
      {barAbove}
      {spot(104, 13.5)}
      {shareSign(104, 13.5)}
      {lines(14, 38, [92, 92, 60])}
    </>
  ),
  "menu-above": (
    <>
      {barAbove}
      {spot(104, 13.5)}
      {dots(104, 13.5)}
      {lines(14, 38, [92, 92, 60])}
    </>
  ),
  "menu-below": (
    <>
      {lines(14, 14, [92, 92, 60])}
      {barBelow}
      {[18, 39, 60, 81].map((x) => plain(x, 66.5))}
      {spot(102, 66.5)}
      {bars(102, 66.5)}
    </>
  ),
  "sheet-entry": (
    <>
      {lines(36, 14, [40])}
      {plain(24, 16)}
      {entry(29, <path className={styles.sign} d="M19.5 34.5h9v9h-9zM24 36.5v5m-2.5-2.500h5" />)}
      {lines(36, 58, [48])}
      {plain(24, 60)}
    </>
  ),
  "menu-entry": (
    <>
      {lines(36, 14, [40])}
      {plain(24, 16)}
      {entry(29, <path className={styles.sign} d="M24 33.500v7m-3-3 3 3 3-3M19.5 43.500h9" />)}
      {lines(36, 58, [48])}
      {plain(24, 60)}
    </>
  ),
  "file-entry": (
    <>
      <rect className={styles.bar} x="1.5" y="1.5" width="117" height="16" rx="8" />
      <rect className={styles.chosen} x="24" y="4" width="22" height="11" rx="3" />
      {[10, 53, 75].map((x) => (
        <rect key={x} className={styles.line} x={x} y="7.5" width="12" height="4" rx="2" />
      ))}
      <rect className={styles.word} x="29" y="7.5" width="12" height="4" rx="2" />
      {lines(28, 26, [44])}
      <rect className={styles.chosen} x="22" y="35" width="76" height="16" rx="4" />
      <rect className={styles.word} x="28" y="41" width="52" height="4" rx="2" />
      {lines(28, 57, [38, 50])}
    </>
  ),
  confirm: (
    <>
      <rect className={styles.bar} x="1.5" y="1.5" width="117" height="24" rx="8" />
      {lines(12, 11.5, [18])}
      <rect className={styles.chosen} x="80" y="5" width="32" height="17" rx="8.5" />
      <rect className={styles.word} x="87" y="11.5" width="18" height="4" rx="2" />
      {bird(14, 37, 28)}
      {lines(52, 42, [46, 30])}
    </>
  ),
  "address-bar": (
    <>
      {barAbove}
      {spot(78, 13.5, 9.5)}
      <path
        className={styles.sign}
        d="M79 9.500h-6.500v7h11v-3M75.5 18.500h5M81.5 8.500v5m-2-2 2 2 2-2"
      />
      {plain(104, 13.5)}
      {lines(14, 38, [92, 92, 60])}
    </>
  ),
  home: (
    <>
      {[14, 42, 98].map((x) => (
        <rect key={x} className={styles.other} x={x - 4} y="12" width="20" height="20" rx="5" />
      ))}
      {[14, 70, 98].map((x) => (
        <rect key={x} className={styles.other} x={x - 4} y="46" width="20" height="20" rx="5" />
      ))}
      <rect className={styles.other} x="66" y="12" width="20" height="20" rx="5" />
      {spot(48, 56, 17)}
      {bird(37, 45, 22)}
    </>
  ),
  dock: (
    <>
      <rect className={styles.bar} x="12" y="44" width="96" height="28" rx="8" />
      {[18, 40, 84].map((x) => (
        <rect key={x} className={styles.other} x={x} y="49" width="18" height="18" rx="5" />
      ))}
      {spot(71, 58, 15)}
      {bird(61, 48, 20)}
      {lines(30, 16, [60, 40])}
    </>
  ),
};
