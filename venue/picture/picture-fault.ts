/** What a picture may be refused for, beside its size: with 100004, as `data.problem`. */
export type PictureProblem = "type" | "damaged" | "animated" | "dimensions";

/** A picture that is not taken. */
export class PictureFault extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(`a picture that is refused: ${problem}`);
    this.name = "PictureFault";
    this.problem = problem;
  }
}

export function fault(problem: PictureProblem): never {
  throw new PictureFault(problem);
}
