/** The venue's only clock, Unix ms: the machine's in `main.ts`, hand-wound in tests. */
export interface Clock {
  now(): number;
}

/** Unpredictable bytes: the system's in `main.ts`, seeded in tests. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;
