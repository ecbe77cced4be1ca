import type { Country } from "#protocol/api/platform.ts";

/** Countries with the language the interface speaks there; the default comes first. */
export const countries: readonly Country[] = [
  {
    title: "US",
    code: "en_US",
    iconurl: "/icons/flags/us.svg",
    isdefault: 1,
    status: 1,
    name: "English",
    phone_code: "1",
  },
  {
    title: "CN",
    code: "zh_CN",
    iconurl: "/icons/flags/cn.svg",
    isdefault: 0,
    status: 1,
    name: "简体中文",
    phone_code: "86",
  },
  {
    title: "TW",
    code: "zh_TW",
    iconurl: "/icons/flags/tw.svg",
    isdefault: 0,
    status: 1,
    name: "繁體中文",
    phone_code: "886",
  },
  {
    title: "FR",
    code: "fr_FR",
    iconurl: "/icons/flags/fr.svg",
    isdefault: 0,
    status: 1,
    name: "Français",
    phone_code: "33",
  },
];
