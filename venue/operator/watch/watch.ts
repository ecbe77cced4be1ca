import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DataOf } from "#protocol/api/endpoint.ts";
import type { operatorEndpoints } from "#protocol/api/operator.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Leap } from "../../lib/steady-clock.ts";
import type { Log } from "../../store/store.ts";
import type { checkBooks } from "../acts/check-ledger.ts";
import { type BooksCheck, type FigureDeps, figures, readFigures } from "./figures.ts";
import { RecentTimes } from "./recent-times.ts";

type Outcomes = Awaited<ReturnType<typeof checkBooks>>;

export interface WatchOptions extends FigureDeps {
  clock: Clock;
  /** ms of a clock that is never set. */
  monotonic: () => number;
  log: Log;
  /** Reads the whole ledger, beside the venue where it can. */
  checkBooks: () => Promise<Outcomes>;
  /** Whether this is a process of its own, whose memory and event loop are the venue's. */
  isProcess?: boolean;
}

/** What the process's parts tell of themselves once they are there. */
export interface Sources {
  connections: () => number;
  streams: () => number;
  startFaults: () => number;
  /** Reads turned away because the process had too much to do. */
  turnedAway: () => number;
  leap: () => Leap | null;
  /** When the last scheduled backup was made, Unix ms; 0 for none yet, null where none are wanted. */
  backedUpAt: () => number | null;
}

/** What keeps the venue from answering; empty where nothing does. */
export type Health = readonly string[];

const minuteSec = 60;
/** The event loop is asked so often; what it takes beyond that is its delay. Each time wakes a venue that is at rest. */
const loopSampleMs = 100;
const pingMs = 2000;
const deadMs = 30_000;
const lateMs = 10_000;
/** The first check of the books comes so long after the start, the next ones after each other. */
const firstCheckMs = 60_000;
const checkEveryMs = 3_600_000;
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts and times what the venue does, checks the books each hour, and says how it is. */
export class Watch {
  private readonly options: WatchOptions;
  private readonly registry = new Registry();
  private readonly calls: Histogram;
  private readonly recent = new RecentTimes();
  private readonly perMinute = new Map<number, { count: number; failed: number }>();
  private readonly jobs: Histogram;
  private readonly jobFaults: Counter;
  private readonly gauges: ReadonlyMap<string, Gauge>;
  private readonly loopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;
  private loopP99Ms = 0;
  private loopReadAt: number;
  private readonly startedAt: number;
  private sources: Partial<Sources> = {};
  private tickedAt: number;
  private tickMs = 0;
  private failedJobs = 0;
  private logged = { warn: 0, error: 0 };
  private books: BooksCheck | null = null;
  private checking: Promise<Outcomes> | undefined;
  private checkDueAt: number;
  private isStopping = false;

  constructor(options: WatchOptions) {
    this.options = options;
    this.startedAt = options.monotonic();
    this.tickedAt = this.startedAt;
    this.loopReadAt = this.startedAt;
    this.checkDueAt = this.startedAt + firstCheckMs;
    const registers = [this.registry];
    this.calls = new Histogram({
      name: "godwit_call_seconds",
      help: "How long calls of the API took",
      labelNames: ["path", "status"],
      buckets: durationBuckets,
      registers,
    });
    this.jobs = new Histogram({
      name: "godwit_job_seconds",
      help: "How long the jobs of each tick took",
      labelNames: ["job"],
      buckets: durationBuckets,
      registers,
    });
    this.jobFaults = new Counter({
      name: "godwit_job_faults_total",
      help: "Jobs that failed",
      labelNames: ["job"],
      registers,
    });
    this.loopDelay = options.isProcess
      ? monitorEventLoopDelay({ resolution: loopSampleMs })
      : undefined;
    this.loopDelay?.enable();
    if (options.isProcess) this.collectOfNode();
    this.gauges = new Map(
      figures.map(({ name, label, group }) => [
        name,
        new Gauge({ name, help: `${group}: ${label}`, registers }),
      ]),
    );
  }

  /** Memory, CPU, handles and garbage collection, as `prom-client` has them of every program of Node. */
  private collectOfNode(): void {
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: loopSampleMs,
    });
    // They count the pause between two looks as delay; `godwit_event_loop_p99_seconds` does not.
    for (const name of ["min", "max", "mean", "stddev", "p50", "p90", "p99"])
      this.registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
  }

  /** The parts that are made after the watch. */
  follow(sources: Partial<Sources>): void {
    this.sources = { ...this.sources, ...sources };
  }

  /** Times an answer of the API; `path` is its row's own, so that there are only so many. */
  async call(path: string, run: () => Promise<Response>): Promise<Response> {
    const began = this.options.monotonic();
    const answer = await run();
    const ended = this.options.monotonic();
    this.calls.observe({ path, status: String(answer.status) }, (ended - began) / 1000);
    this.recent.record(ended - began, ended / 1000);
    const minute = this.perMinute.get(this.minuteSlot()) ?? { count: 0, failed: 0 };
    minute.count += 1;
    if (answer.status >= 500) minute.failed += 1;
    this.perMinute.set(this.minuteSlot(), minute);
    return answer;
  }

  /** Times a job of a tick; one that fails is counted, logged, and delays no other. */
  async job(name: string, run: () => Promise<unknown>): Promise<void> {
    const began = this.options.monotonic();
    try {
      await run();
    } catch (error) {
      this.failedJobs += 1;
      this.jobFaults.inc({ job: name });
      this.options.log("error", "job failed", { job: name, error });
    }
    this.jobs.observe({ job: name }, (this.options.monotonic() - began) / 1000);
  }

  /** A tick of the engines has ended, which began at `began` of the monotonic clock. */
  ticked(began: number): void {
    this.tickedAt = this.options.monotonic();
    this.tickMs = this.tickedAt - began;
    const oldest = this.minuteSlot() - minuteSec;
    for (const slot of this.perMinute.keys()) if (slot < oldest) this.perMinute.delete(slot);
    this.readLoop();
    if (!this.options.isProcess || this.tickedAt < this.checkDueAt) return;
    this.checkDueAt = this.tickedAt + checkEveryMs;
    void this.check().catch((error: unknown) =>
      this.options.log("error", "the books could not be checked", { error }),
    );
  }

  /** A line of the log. */
  line(level: Parameters<Log>[0]): void {
    if (level !== "info") this.logged[level] += 1;
  }

  /** The venue takes no more: a balancer sends people elsewhere. */
  stop(): void {
    this.isStopping = true;
  }

  /** Checks the books; those who ask meanwhile get the answer of the same check. */
  async check(): Promise<Outcomes> {
    this.checking ??= this.runCheck().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Whether the process lives: what a supervisor restarts it for. */
  health(): Health {
    const ageMs = this.options.monotonic() - this.tickedAt;
    return ageMs > deadMs ? [`no tick for ${Math.round(ageMs / 1000)} s`] : [];
  }

  /** Whether people should be sent here. */
  async readiness(): Promise<Health> {
    const { store, source, monotonic } = this.options;
    const why: string[] = [];
    if (this.isStopping) why.push("it is stopping");
    const lateBy = monotonic() - this.tickedAt;
    if (lateBy > lateMs) why.push(`no tick for ${Math.round(lateBy / 1000)} s`);
    const { state } = source.health();
    if (state === "halted") why.push("there are no prices");
    const isThere = await Promise.race([
      store.ping().then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((over) => setTimeout(over, pingMs, false).unref()),
    ]);
    if (!isThere) why.push("the database does not answer");
    return why;
  }

  /** All metrics, as Prometheus reads them. */
  async metrics(): Promise<{ text: string; type: string }> {
    const read = await this.read();
    for (const { name, value } of figures) this.gauges.get(name)?.set(value(read));
    return { text: await this.registry.metrics(), type: this.registry.contentType };
  }

  /** The same figures for people, with what deserves a look. */
  async overview(): Promise<DataOf<typeof operatorEndpoints.overview>> {
    const read = await this.read();
    const list = figures.map(({ group, label, value, show, look }) => {
      const number = value(read);
      const text = show ? show(number, read) : Math.round(number).toLocaleString("en-US");
      return { group, label, value: text, look: look?.(number, read) ?? null };
    });
    return { list };
  }

  private async read() {
    const { monotonic, clock } = this.options;
    const [p50, p99] = this.recent.percentiles([50, 99], monotonic() / 1000);
    const minutes = [...this.perMinute.values()];
    return readFigures(
      this.options,
      {
        connections: this.sources.connections?.() ?? 0,
        streams: this.sources.streams?.() ?? 0,
        startFaults: this.sources.startFaults?.() ?? 0,
        turnedAway: this.sources.turnedAway?.() ?? 0,
        calls: {
          count: minutes.reduce((sum, { count }) => sum + count, 0),
          failed: minutes.reduce((sum, { failed }) => sum + failed, 0),
          p50,
          p99,
        },
        tick: {
          lastMs: this.tickMs,
          ageMs: monotonic() - this.tickedAt,
          failedJobs: this.failedJobs,
        },
        eventLoopP99Ms: this.loopP99Ms,
        memoryBytes: process.memoryUsage.rss(),
        upSec: (monotonic() - this.startedAt) / 1000,
        warnings: this.logged.warn,
        errors: this.logged.error,
        backedUpAt: this.sources.backedUpAt?.() ?? null,
        leap: this.sources.leap?.() ?? null,
        books: this.books,
      },
      clock.now(),
    );
  }

  /** Each minute on its own: over weeks one bad minute would not show. */
  private readLoop(): void {
    if (!this.loopDelay || this.tickedAt - this.loopReadAt < minuteSec * 1000) return;
    this.loopReadAt = this.tickedAt;
    this.loopP99Ms = Math.max(0, this.loopDelay.percentile(99) / 1e6 - loopSampleMs);
    this.loopDelay.reset();
  }

  private async runCheck(): Promise<Outcomes> {
    const { monotonic, clock, log } = this.options;
    const began = monotonic();
    const outcomes = await this.options.checkBooks();
    const broken = outcomes.filter(({ faults }) => faults.length > 0).map(({ rule }) => rule);
    this.books = { at: clock.now(), tookMs: monotonic() - began, broken };
    if (broken.length > 0) log("error", "the books are broken", { broken });
    return outcomes;
  }

  /** Seconds of the monotonic clock. */
  private minuteSlot(): number {
    return Math.floor(this.options.monotonic() / 1000);
  }
}
