import { parentPort, workerData } from "node:worker_threads";
import { answerDays } from "./day-work.ts";
import type { DayRequest } from "./day-work.ts";
import { createMarketModel } from "../model/market-model.ts";
import { createNodeNoise } from "../model/node-noise.ts";
import { createPastMinutes } from "./past-minutes.ts";
import { symbolTable } from "../model/symbol-table.ts";

const master: unknown = workerData;
if (typeof master !== "string" && !(master instanceof Uint8Array))
  throw new Error("The worker got no master secret");
const minutesOf = createPastMinutes(createMarketModel(createNodeNoise(master)));

parentPort?.on("message", (request: DayRequest) => {
  const symbol = symbolTable.find(({ spec }) => spec.symbol === request.symbol);
  if (symbol === undefined) throw new Error(`Unknown symbol ${request.symbol}`);
  const answer = answerDays(minutesOf, symbol, request);
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
});
