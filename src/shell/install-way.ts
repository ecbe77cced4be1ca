/** How this browser brings a web app to the home screen. */
export type InstallWay =
  /** Already running from the home screen, or the browser said that it is installed. */
  | "installed"
  /** The browser installs on a tap. */
  | "prompt"
  /** Safari on iPhone and iPad: its share sheet. */
  | "ios"
  /** Another browser on iPhone or iPad whose share button lacks the entry on old systems. */
  | "ios-other"
  /** A browser on Android: its menu. */
  | "android"
  /** Safari on a Mac: the dock. */
  | "mac"
  /** Chrome or Edge on a computer: the address bar. */
  | "desktop"
  /** Firefox on a computer and others that install nothing. */
  | "none";

export interface InstallFacts {
  userAgent: string;
  /** Fingers the screen can feel: an iPad calls itself a Mac, but has more than one. */
  touchPoints: number;
  /** Opened from the home screen. */
  standalone: boolean;
  /** The browser has said that the app was installed. */
  installed: boolean;
  /** The browser has offered its own prompt. */
  hasPrompt: boolean;
}

export function installWay({ userAgent, touchPoints, standalone, installed, hasPrompt }: InstallFacts): InstallWay {
  if (standalone || installed) return "installed";
  if (hasPrompt) return "prompt";
  const isMac = /\bMacintosh\b/.test(userAgent);
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (isMac && touchPoints > 1)) {
    return /\b(CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA)\//.test(userAgent) ? "ios-other" : "ios";
  }
  if (/\bAndroid\b/.test(userAgent)) return "android";
  if (/\b(Chrome|Chromium|Edg)\//.test(userAgent)) return "desktop";
  return isMac && /\bSafari\//.test(userAgent) ? "mac" : "none";
}
