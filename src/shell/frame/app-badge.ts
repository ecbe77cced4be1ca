/** The browser's functions for the number on an installed app's icon; not every browser has them. */
export interface Badges {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/**
 * Shows on the app's own icon how many notices are unread, and nothing at zero. Only the account's count:
 * missed toasts are forgotten with the page, while the number stays on the icon after it.
 */
export async function showBadge(badges: Badges, unread: number): Promise<void> {
  try {
    if (unread > 0) await badges.setAppBadge?.(unread);
    else await badges.clearAppBadge?.();
  } catch {
    // A browser that has the call and an app that is not installed: there is no icon.
  }
}
