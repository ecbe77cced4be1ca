/**
 * One order at a time for a user on this device, over all tabs: held from the tap until the outcome is
 * known. Where the browser has no locks, the venue's check of the order id alone remains.
 */
export type ReleaseLock = () => void;

/** The lock at once, or null where another tab holds it. */
export function takeOrderLock(userId: string): Promise<ReleaseLock | null> {
  return request(userId, { ifAvailable: true });
}

/** The lock, once whoever holds it lets it go; null when `signal` ends the wait. */
export async function waitForOrderLock(
  userId: string,
  signal: AbortSignal,
): Promise<ReleaseLock | null> {
  try {
    return await request(userId, { signal });
  } catch {
    return null;
  }
}

function request(userId: string, options: LockOptions): Promise<ReleaseLock | null> {
  if (!("locks" in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(`godwit:order:${userId}`, options, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise<void>((release) => resolve(() => release()));
    });
    held.catch(reject);
  });
}
