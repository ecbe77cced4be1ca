/** Why a picture is refused with unsupportedMedia, besides for its size in bytes: `data.problem`. */
export type UploadProblem = "type" | "damaged" | "animated" | "dimensions";

/** A file that is refused as a picture. */
export class UploadFault extends Error {
  readonly problem: UploadProblem;

  constructor(problem: UploadProblem) {
    super(`a picture is refused: ${problem}`);
    this.name = "PictureFault";
    this.problem = problem;
  }
}

export function fault(problem: UploadProblem): never {
  throw new UploadFault(problem);
}

/** Checks the dimensions as soon as the header is read, before the rest of the file. */
export type CheckSize = (width: number, height: number) => void;
