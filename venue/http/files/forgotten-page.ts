import { createHash } from "node:crypto";

/** What the page says once a device has forgotten everything: no app is left there to say it. */
const words = {
  en: {
    title: "This device has forgotten",
    text: "What this app kept here is cleared: session, copies, drafts, settings and the app itself. Your account is untouched at the venue.",
    open: "Open the app again",
  },
  fr: {
    title: "Cet appareil a tout oublié",
    text: "Ce que l’application gardait ici est effacé\u00a0: session, copies, brouillons, réglages et l’application elle-même. Votre compte reste intact sur la plateforme.",
    open: "Rouvrir l’application",
  },
  "zh-CN": {
    title: "此设备已清除全部数据",
    text: "本应用在此设备上保存的内容均已清除：登录状态、副本、草稿、设置以及应用本身。你在平台上的账户不受影响。",
    open: "重新打开应用",
  },
  "zh-TW": {
    title: "此裝置已清除所有資料",
    text: "本 App 在此裝置上儲存的內容均已清除：登入狀態、副本、草稿、設定以及 App 本身。你在平台上的帳戶不受影響。",
    open: "重新開啟 App",
  },
} as const;

const style =
  "body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#fff;color:#14181f}main{max-width:26rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1.5rem}a{color:inherit;display:inline-block;min-height:44px;line-height:44px}@media(prefers-color-scheme:dark){body{background:#0f1217;color:#e8ebf0}}";

/** Nothing but this very style: no script may write anything again. */
export const forgottenPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param lang language tag of the reader; English for one we do not write */
export function forgottenPage(lang: string): string {
  const tag = Object.hasOwn(words, lang)
    ? (lang as keyof typeof words)
    : lang.startsWith("fr")
      ? "fr"
      : "en";
  const { title, text, open } = words[tag];
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p><a href="/">${open}</a></main></body></html>`;
}
