import { parentPort, workerData } from "node:worker_threads";
import { createMarketModel } from "./market-model.ts";
import { createNodeNoise } from "./node-noise.ts";
import { answerRollup } from "./rollup-engine.ts";
import type { RollupRequest } from "./rollup-engine.ts";
import { symbolTable } from "./symbol-table.ts";

const master: unknown = workerData;
if (typeof master !== "string" && !(master instanceof Uint8Array)) throw new Error("The worker got no master secret");
const model = createMarketModel(createNodeNoise(master));

parentPort?.on("message", (request: RollupRequest) => {
  const symbol = symbolTable.find(({ spec }) => spec.symbol === request.symbol);
  if (symbol === undefined) throw new Error(`Unknown symbol ${request.symbol}`);
  const answer = answerRollup(model, symbol, request);
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
});
