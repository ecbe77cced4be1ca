import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import type { SimulatedSymbol } from "../../../../venue/feed/simulator/model/symbol-table.ts";

export const testMaster = "a master for tests";

/** A fresh model with nothing cached. */
export const freshModel = () => createMarketModel(createNodeNoise(testMaster));

/** Copies of a stored file as a disk or a power cut may leave it: a bit in its rows, its end, all but its beginning. */
export const damagedCopies = (file: Buffer): Uint8Array[] => [
  file.with(200, (file[200] ?? 0) ^ 1),
  file.subarray(0, -36),
  file.subarray(0, 34),
  file.subarray(0, 5),
];

export function simulated(name: string): SimulatedSymbol {
  const symbol = symbolTable.find(({ spec }) => spec.symbol === name);
  if (symbol === undefined) throw new Error(`No symbol ${name}`);
  return symbol;
}
