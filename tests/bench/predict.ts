/**
 * `npm run bench -- predict`: the gate against prediction across markets, whole: 100 days of three markets
 * to fit on and 200 to judge on, for the present model and for `bridge3-v1`, which it must catch. The words
 * after it are the days to judge on and a first word of the seeds. Some minutes.
 */
import { createBridge3Market } from "../venue/feed/simulator/bridge3-model.ts";
import { judge, playGate, type Verdict } from "../venue/feed/simulator/cross-market-gate.ts";
import { createPresentMarket } from "../venue/feed/simulator/played-market.ts";
import { pinDay } from "../../venue/feed/simulator/model/day-series.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";

export async function run(stage: BenchStage): Promise<void> {
  const judged = stage.count(0, 200, 2);
  const prefix = stage.words[1] ?? "gate";
  const seeds = stage.size([1, 2, 3], [1]).map((n) => `${prefix} ${n}`);
  const play = (create: typeof createPresentMarket): Verdict[] =>
    playGate({
      markets: seeds.map(create),
      firstDay: pinDay + 10,
      fitted: stage.size(100, 2),
      judged,
      step: stage.size(1200, 14_400),
    }).map(judge);
  const before = play(createBridge3Market);
  const after = play(createPresentMarket);
  const out = (line: string) => process.stdout.write(`${line}\n`);
  out(
    `${judged} days of ${seeds.length} markets; t of the mean gain of a day, Sharpe ratio of a year; * gains`,
  );
  out(`${"".padEnd(58)}${"bridge3-v1".padStart(20)}${"present".padStart(20)}`);
  for (const [at, { strategy, ...now }] of after.entries())
    out(`${strategy.padEnd(58)}${figures(before[at])}${figures({ strategy, ...now })}`);
  const caught = before.filter(({ gains }) => gains).length;
  const winning = after.filter(({ gains }) => gains).length;
  out(`gaining: ${caught} on bridge3-v1, ${winning} on the present model`);
  if (stage.size(winning > 0 || caught === 0, false)) throw new Error("The gate is not held");
}

function figures(verdict: Verdict | undefined): string {
  const { t = 0, sharpe = 0, gains = false } = verdict ?? {};
  return `${t.toFixed(2).padStart(9)}${sharpe.toFixed(1).padStart(9)} ${gains ? "*" : " "}`;
}
