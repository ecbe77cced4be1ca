import { randomUUID } from "node:crypto";
import type { Channel, ChannelOptions } from "../store/postgres-channel.ts";
import type { Log } from "../store/store.ts";
import {
  createNotifyBus,
  type EndedSessions,
  type Notification,
  type NotifyBus,
} from "./notify-bus.ts";

/** What one process tells the others. */
type Message = { from: string } & (
  | { notify: Notification }
  | { ended: EndedSessions }
  | { spent: Spent }
);

/** What was taken of a limit elsewhere. */
export interface Spent {
  limit: string;
  key: string;
  count: number;
}

/** Limits that several processes share. */
export interface LimitShare {
  spend(spent: Spent): void;
  onSpent(listener: (spent: Spent) => void): () => void;
}

export interface SharedBus {
  bus: NotifyBus;
  /** Of this process alone, for what each process finds in the database itself. */
  own: NotifyBus;
  limits: LimitShare;
  close(): Promise<void>;
}

/**
 * A bus whose notices and ends reach the streams of every process that shares the database, and the counts of limits
 * the other processes. What is lost on the way is found again: streams look for ended sessions every two seconds, and
 * the app asks for notices every minute.
 */
export async function createSharedBus(
  open: (options: Pick<ChannelOptions, "onMessage">) => Promise<Channel>,
  log: Log,
): Promise<SharedBus> {
  const self = randomUUID();
  const local = createNotifyBus();
  const spentListeners = new Set<(spent: Spent) => void>();
  const channel = await open({
    onMessage(text) {
      let message: Message;
      try {
        message = JSON.parse(text) as Message;
      } catch {
        log("warn", "a message of another process cannot be read");
        return;
      }
      if (message.from === self) return;
      if ("notify" in message) {
        const { userId, topic, event, data } = message.notify;
        local.notify(userId, topic, event, data);
      } else if ("spent" in message) for (const listener of spentListeners) listener(message.spent);
      // A later version may tell more.
      else if (!("ended" in message)) return;
      else if ("userId" in message.ended) local.endUser(message.ended.userId);
      else local.endSession(message.ended.sessionId);
    },
  });
  const tell = (message: { notify: Notification } | { ended: EndedSessions } | { spent: Spent }) =>
    channel.send(JSON.stringify({ from: self, ...message }));
  return {
    own: local,
    bus: {
      ...local,
      notify(userId, topic, event, data) {
        local.notify(userId, topic, event, data);
        tell({ notify: { userId, topic, event, data } });
      },
      endSession(sessionId) {
        local.endSession(sessionId);
        tell({ ended: { sessionId } });
      },
      endUser(userId) {
        local.endUser(userId);
        tell({ ended: { userId } });
      },
    },
    limits: {
      spend: (spent) => tell({ spent }),
      onSpent(listener) {
        spentListeners.add(listener);
        return () => spentListeners.delete(listener);
      },
    },
    close: () => channel.close(),
  };
}
