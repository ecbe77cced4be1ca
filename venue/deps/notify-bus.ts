/** How the rest of the venue tells a user's open streams that something of theirs changed. */
export const privateTopics = [
  "user.wallet",
  "user.coin",
  "user.contract",
  "user.second",
  "user.notice",
] as const;
export type PrivateTopic = (typeof privateTopics)[number];

export interface Notification {
  userId: string;
  topic: PrivateTopic;
  event: string;
  data: unknown;
}

/** Sessions that are over: one, or all of a user. */
export type EndedSessions = { sessionId: string } | { userId: string };

export interface NotifyBus {
  /** To be called after the commit. `data` is JSON; a stream that is not there misses it and recovers by REST. */
  notify(userId: string, topic: PrivateTopic, event: string, data: unknown): void;
  /** Closes the streams of a session that was revoked or logged out. */
  endSession(sessionId: string): void;
  /** Closes all streams of a user: blocked, or the password changed. */
  endUser(userId: string): void;
  onNotify(listener: (notification: Notification) => void): () => void;
  onEnd(listener: (ended: EndedSessions) => void): () => void;
}

export function createNotifyBus(): NotifyBus {
  const notified = new Set<(notification: Notification) => void>();
  const ended = new Set<(sessions: EndedSessions) => void>();
  return {
    notify(userId, topic, event, data) {
      for (const listener of notified) listener({ userId, topic, event, data });
    },
    endSession(sessionId) {
      for (const listener of ended) listener({ sessionId });
    },
    endUser(userId) {
      for (const listener of ended) listener({ userId });
    },
    onNotify(listener) {
      notified.add(listener);
      return () => notified.delete(listener);
    },
    onEnd(listener) {
      ended.add(listener);
      return () => ended.delete(listener);
    },
  };
}
