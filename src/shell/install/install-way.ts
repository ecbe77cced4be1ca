/** How this browser brings a web app to the home screen. */
export type InstallWay =
  /** This page is the installed app. */
  | "app"
  /** The browser said that the app is installed; this page is one of its tabs. */
  | "installed"
  /** The browser installs on a tap. */
  | "prompt"
  /** A page inside another app, such as a messenger: it opens pages and installs none. */
  | "embedded"
  /** No encrypted connection, or a window that keeps nothing: nothing can be installed from here. */
  | "unkept"
  /** Safari on iPhone and iPad: its share sheet. */
  | "ios"
  /** Another browser on iPhone or iPad, whose share button lacks the entry on old systems. */
  | "ios-other"
  /** Chrome and its like on Android: the menu at the top. */
  | "android"
  | "android-firefox"
  | "android-samsung"
  /** Chrome and its like on a computer: the address bar. */
  | "chrome"
  | "edge"
  /** Safari on a Mac: the dock. */
  | "mac"
  /** Firefox on Windows: the taskbar. */
  | "firefox"
  /** Firefox on other computers, and what else we know no way of. */
  | "none";

/** Apps that open pages in a window of their own and say so. Those that do not are known by what they leave out. */
const hosts =
  /\b(FBAN|FBAV|FB_IAB|Instagram|MicroMessenger|QQ|Weibo|DingTalk|AliApp|baiduboxapp|Line|KAKAOTALK|Zalo|WhatsApp|Telegram-Android|Snapchat|BytedanceWebview|musical_ly|Twitter|Pinterest|LinkedInApp)\b|; wv\)/;

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
  /** The page may keep a worker of its own, without which no app opens offline. */
  keeps: boolean;
  /** The page was given something by the app around it, as Telegram does, which calls itself a plain browser. */
  hosted: boolean;
}

export function installWay({
  userAgent,
  touchPoints,
  standalone,
  installed,
  hasPrompt,
  keeps,
  hosted,
}: InstallFacts): InstallWay {
  if (standalone) return "app";
  if (hasPrompt) return "prompt";
  if (installed) return "installed";
  const says = (pattern: RegExp) => pattern.test(userAgent);
  const isMac = says(/\bMacintosh\b/);
  const isIos = says(/\b(iPhone|iPad|iPod)\b/) || (isMac && touchPoints > 1);
  // On these systems only a browser of its own calls itself Safari.
  if (hosted || says(hosts) || (isIos && !says(/\bSafari\//))) return "embedded";
  if (!keeps) return "unkept";
  if (isIos)
    return says(/\b(CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA|DuckDuckGo|Ddg|Brave)\b/)
      ? "ios-other"
      : "ios";
  if (says(/\bAndroid\b/))
    return says(/\bFirefox\//)
      ? "android-firefox"
      : says(/\bSamsungBrowser\//)
        ? "android-samsung"
        : "android";
  if (says(/\bEdg\//)) return "edge";
  if (says(/\b(Chrome|Chromium)\//)) return "chrome";
  if (says(/\bWindows\b.*\bFirefox\//)) return "firefox";
  return isMac && says(/\bSafari\//) ? "mac" : "none";
}
