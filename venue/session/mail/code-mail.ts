/** What stands in the mail that brings a code: the one text a person reads that the venue writes itself. */
import type { CodeScene } from "#protocol/api/session.ts";

interface Words {
  /** What the code is for, by scene: the end of "Your code to …". */
  purpose: Record<CodeScene, string>;
  subject: (name: string, purpose: string) => string;
  body: (facts: { name: string; purpose: string; code: string; minutes: number }) => string[];
}

const words: Record<"en" | "fr" | "zh-CN" | "zh-TW", Words> = {
  en: {
    purpose: {
      reg: "open your account",
      forgot: "set a new login password",
      wpass: "set a new withdrawal password",
      bind: "confirm that this account is yours",
    },
    subject: (name, purpose) => `${name}: your code to ${purpose}`,
    body: ({ name, purpose, code, minutes }) => [
      `${code} is your code to ${purpose} at ${name}.`,
      `It works once, within ${minutes} minutes. Type it into ${name} only; nobody there will ever ask you for it.`,
      "If you did not ask for it, ignore this mail: without the code nothing changes.",
    ],
  },
  fr: {
    purpose: {
      reg: "ouvrir votre compte",
      forgot: "choisir un nouveau mot de passe de connexion",
      wpass: "choisir un nouveau mot de passe de retrait",
      bind: "confirmer que ce compte est le vôtre",
    },
    subject: (name, purpose) => `${name}\u00a0: votre code pour ${purpose}`,
    body: ({ name, purpose, code, minutes }) => [
      `${code} est votre code pour ${purpose} chez ${name}.`,
      `Il sert une seule fois, dans les ${minutes} minutes. Ne le saisissez que dans ${name}\u202f; personne chez ${name} ne vous le demandera jamais.`,
      "Si vous ne l’avez pas demandé, ignorez ce message\u00a0: sans le code, rien ne change.",
    ],
  },
  "zh-CN": {
    purpose: {
      reg: "注册账户",
      forgot: "重置登录密码",
      wpass: "重置提现密码",
      bind: "确认账户归属",
    },
    subject: (name, purpose) => `【${name}】${purpose}验证码`,
    body: ({ name, purpose, code, minutes }) => [
      `您在 ${name} ${purpose}的验证码是 ${code}。`,
      `验证码 ${minutes} 分钟内有效，只能使用一次。请仅在 ${name} 内输入，任何工作人员都不会向您索取。`,
      "如非本人操作，请忽略本邮件；没有验证码，您的账户不会有任何变化。",
    ],
  },
  "zh-TW": {
    purpose: {
      reg: "註冊帳戶",
      forgot: "重設登入密碼",
      wpass: "重設提領密碼",
      bind: "確認帳戶歸屬",
    },
    subject: (name, purpose) => `【${name}】${purpose}驗證碼`,
    body: ({ name, purpose, code, minutes }) => [
      `您在 ${name} ${purpose}的驗證碼為 ${code}。`,
      `驗證碼於 ${minutes} 分鐘內有效，僅能使用一次。請只在 ${name} 內輸入，任何客服人員都不會向您索取。`,
      "若非您本人操作，請忽略此信；沒有驗證碼，您的帳戶不會有任何變動。",
    ],
  },
};

export interface CodeMailFacts {
  /** What the platform calls itself. */
  name: string;
  /** Where it is, at the foot of the mail. */
  publicUrl: string | null;
  scene: CodeScene;
  code: string;
  minutes: number;
  /** Language tag the person reads in; English for one we do not write. */
  lang: string;
}

/** Plain text; the subject does not show the code, which would stand on a locked screen. */
export function codeMail({ name, publicUrl, scene, code, minutes, lang }: CodeMailFacts): {
  subject: string;
  text: string;
} {
  const { purpose, subject, body } = words[writtenIn(lang)];
  const paragraphs = body({ name, purpose: purpose[scene], code, minutes });
  const foot = publicUrl === null ? name : `${name} · ${publicUrl}`;
  return {
    subject: subject(name, purpose[scene]),
    text: `${[...paragraphs, `-- \n${foot}`].join("\n\n")}\n`,
  };
}

function writtenIn(lang: string): keyof typeof words {
  const tag = lang.toLowerCase();
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return "zh-TW";
  if (/^zh\b/.test(tag)) return "zh-CN";
  return /^fr\b/.test(tag) ? "fr" : "en";
}
