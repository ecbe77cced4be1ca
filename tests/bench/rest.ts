/**
 * `npm run bench -- rest`: what a venue that nobody uses takes of a machine, after its first start and after a second
 * on what the first left: by `npm start`, and as a release by its image (`deploy/Dockerfile`).
 * Memory is the resident set of the process at the end and at its largest, of which the program `node` itself is
 * some 60 MB; the CPU is that of the last half a minute. On Linux alone, which counts a process in `/proc`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { builtApp } from "../harness/browser/built-app.ts";
import { root } from "../harness/root.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import {
  programOf,
  setup as bundleForRun,
  teardown as removeBundle,
} from "../harness/venue/bundled-venue.ts";

/** Kilobytes of `/proc/PID/status`. */
function memoryMb(pid: number, name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
}

/** Seconds of CPU that all threads of a process have taken. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
const ticksPerSecond = 100;

interface Way {
  name: string;
  folder: string;
  /** After the name of the program. */
  args: string[];
  environment: Record<string, string>;
}

/** As `npm start` does it, with a bundle of this moment. */
const byStart = async (): Promise<Way> => ({
  name: "npm start",
  folder: root,
  args: ["scripts/start.ts", await programOf("venue/main.ts")],
  environment: { APP_DIR: await builtApp() },
});

/** A release as the image starts it: its command, and what it sets for the allocator. */
async function byImage(stage: BenchStage): Promise<Way> {
  const out = join(await stage.folder(), "out");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["scripts/release.ts", "--app", await builtApp(), "--out", out],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  const folder = join(out, "package");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const image = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
  const [, ...args] = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? "") as string[];
  const environment = Object.fromEntries(
    [...image.matchAll(/\b(MALLOC_\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  return { name: "release, image", folder, args, environment };
}

export async function run(stage: BenchStage): Promise<void> {
  if (process.platform !== "linux") return console.log("not measured: this is no Linux");
  const windowMs = stage.size(30_000, 300);
  const rows: Record<string, Record<string, number>> = {};
  await bundleForRun();
  try {
    const ways = [await byStart()];
    if (stage.size(true, false)) ways.push(await byImage(stage));
    for (const way of ways) {
      const data = await stage.folder();
      for (const start of stage.size(["first", "second"], ["first"]))
        rows[`${way.name}, ${start} start`] = await rest(way, data);
    }
  } finally {
    await removeBundle();
  }
  console.table(rows);
  console.log("aims: at most 220 MB, and 1 % of a core");

  async function rest(way: Way, data: string): Promise<Record<string, number>> {
    const child = spawn(process.execPath, way.args, {
      cwd: way.folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_ENV: "production",
        PORT: "0",
        OPERATOR_PORT: "0",
        DATA_DIR: data,
        WARM_UP: stage.size("1", "0"),
        ...way.environment,
      },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(child, "exit");
    const pid = child.pid ?? 0;
    async function percentOfACore(): Promise<number> {
      const before = cpuSeconds(pid);
      await delay(windowMs);
      return ((cpuSeconds(pid) - before) / windowMs) * 100_000;
    }
    try {
      await Promise.race([once(child.stdout, "data"), ended]);
      // It makes candles ahead at first; the thread that does so ends half a minute after the last.
      while (stage.size(true, false) && (await percentOfACore()) > 5);
      if (stage.size(true, false)) await delay(windowMs);
      const percent = await percentOfACore();
      return {
        MB: Math.round(memoryMb(pid, "VmRSS")),
        "MB at most": Math.round(memoryMb(pid, "VmHWM")),
        "% of a core": Math.round(percent * 10) / 10,
      };
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  }
}
