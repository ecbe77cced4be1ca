/** Sums of a regression of several results on the same predictors. */
export interface Regression {
  add(row: Float64Array, results: readonly number[]): void;
  /** The weights of each result, with a ridge that keeps predictors of no variance at 0. */
  fit(): Float64Array[];
}

export function createRegression(predictors: number, results: number): Regression {
  const squares = Array.from({ length: predictors }, () => new Float64Array(predictors));
  const cross = Array.from({ length: results }, () => new Float64Array(predictors));
  let rows = 0;
  return {
    add(row, values) {
      rows++;
      for (let a = 0; a < predictors; a++) {
        const value = row[a] ?? 0;
        const line = squares[a];
        if (line === undefined) continue;
        for (let b = 0; b <= a; b++) line[b] = (line[b] ?? 0) + value * (row[b] ?? 0);
      }
      for (let r = 0; r < results; r++) {
        const line = cross[r];
        const result = values[r] ?? 0;
        if (line === undefined) continue;
        for (let a = 0; a < predictors; a++) line[a] = (line[a] ?? 0) + result * (row[a] ?? 0);
      }
    },
    fit() {
      const matrix = squares.map((line, a) =>
        Float64Array.from(line, (value, b) =>
          a === b ? value + rows * 1e-3 : b < a ? value : (squares[b]?.[a] ?? 0),
        ),
      );
      return cross.map((line) => solve(matrix, line));
    },
  };
}

/** Gauss with the largest pivot. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const rows = matrix.map((line, at) => Float64Array.of(...line, right[at] ?? 0));
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let at = column + 1; at < size; at++)
      if (Math.abs(rows[at]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = at;
    const [pivot, other] = [rows[best], rows[column]];
    if (!pivot || !other) continue;
    rows[column] = pivot;
    rows[best] = other;
    for (let at = 0; at < size; at++) {
      const row = rows[at];
      if (!row || at === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let b = column; b <= size; b++) row[b] = (row[b] ?? 0) - factor * (pivot[b] ?? 0);
    }
  }
  return Float64Array.from(rows, (row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}

export function product(weights: Float64Array | undefined, row: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (weights?.[at] ?? 0) * (row[at] ?? 0);
  return sum;
}
