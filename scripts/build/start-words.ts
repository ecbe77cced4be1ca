/** However a venue is started, by `npm start`, its image or its unit, it gets these. */

/** Before the program: less room for what is short-lived than Node takes by itself. */
export const nodeWords = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=8",
] as const;

/**
 * The environment of the allocator. glibc raises this limit as it runs, after which large buffers do not go back to
 * the machine. Not less: sockets are read into 64 kB at a time.
 */
export const allocatorLimit = { MALLOC_MMAP_THRESHOLD_: "131072" } as const;
