import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import type { SimulatedSymbol } from "../../../../venue/feed/simulator/model/symbol-table.ts";

export const testMaster = "a master for tests";

/** A fresh model with nothing cached. */
export const freshModel = () => createMarketModel(createNodeNoise(testMaster));

export function simulated(name: string): SimulatedSymbol {
  const symbol = symbolTable.find(({ spec }) => spec.symbol === name);
  if (symbol === undefined) throw new Error(`No symbol ${name}`);
  return symbol;
}
