import type { PageMessage } from "#protocol/worker.ts";

/** A worker may have to be started first. */
const answerMs = 1500;

/** What each has answered: it does not change, and a worker that is about to end is started anew by a question. */
const answers = new WeakMap<ServiceWorker, boolean>();

/**
 * Whether a worker is the one that stands in the place of a worker taken back. It serves nothing, so that nothing
 * is cut short by what takes over from it. Workers of earlier builds do not know the question, and are none.
 */
export function isOff(worker: ServiceWorker | null | undefined): Promise<boolean> {
  if (!worker) return Promise.resolve(false);
  const known = answers.get(worker);
  if (known !== undefined) return Promise.resolve(known);
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const end = (answer: boolean) => {
      clearTimeout(timer);
      port1.close();
      done(answer);
    };
    const timer = setTimeout(() => end(false), answerMs);
    port1.onmessage = ({ data }) => {
      answers.set(worker, data === true);
      end(data === true);
    };
    worker.postMessage({ type: "IS_OFF" } satisfies PageMessage, [port2]);
  });
}
