/**
 * One write of a kind at a time for a user on this device, over all tabs: held from the sending until the
 * outcome is known. Where the browser has no locks, the venue's check of the message's id alone remains.
 */
export type ReleaseLock = () => void;

/** The lock at once, or null where another tab holds it. */
export function takeWriteLock(name: string): Promise<ReleaseLock | null> {
  return request(name, { ifAvailable: true });
}

/** The lock, once its holder releases it; null when `signal` ends the wait. */
export async function waitForWriteLock(
  name: string,
  signal: AbortSignal,
): Promise<ReleaseLock | null> {
  try {
    return await request(name, { signal });
  } catch {
    return null;
  }
}

function request(name: string, options: LockOptions): Promise<ReleaseLock | null> {
  if (!("locks" in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`godwit:order:${name}`, options, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
    held.catch(reject);
  });
}
