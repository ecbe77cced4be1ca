/** Plain statistics of columns of numbers. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Root of the mean square. */
export const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [cross, squaresA, squaresB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [fromA, fromB] = [value - meanA, (b[at] ?? 0) - meanB];
    cross += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  return cross / Math.sqrt(squaresA * squaresB);
}

export const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag));

export function kurtosis(values: readonly number[]): number {
  const centre = mean(values);
  return (
    mean(values.map((value) => (value - centre) ** 4)) /
    mean(values.map((value) => (value - centre) ** 2)) ** 2
  );
}
