import type { Plugin } from "vite";
import {
  directions,
  fallbackLocale,
  locales,
  manifestPath,
  type Locale,
} from "../src/i18n/locales.ts";

/** What the phone itself shows of the app: on the home screen, in the menu of a held icon, when it is installed. */
interface Words {
  name: string;
  description: string;
  coins: Shortcut;
  contracts: Shortcut;
  seconds: Shortcut;
  assets: Shortcut;
  screenshots: Record<Picture, string>;
}

/** What the pictures of scripts/manifest-shots.ts show, and on what. */
export const pictures = {
  home: { path: "/", form: "narrow" },
  coins: { path: "/coins?symbol=btcusdt", form: "narrow" },
  contracts: { path: "/contracts?symbol=btcusdt", form: "narrow" },
  wide: { path: "/coins?symbol=btcusdt", form: "wide" },
} as const satisfies Record<string, { path: string; form: "narrow" | "wide" }>;
type Picture = keyof typeof pictures;

/** In CSS pixels, and how many of the picture's own each of them has. */
export const pictureSizes = {
  narrow: { width: 390, height: 844, scale: 2 },
  wide: { width: 900, height: 800, scale: 1.5 },
} as const;

interface Shortcut {
  name: string;
  description: string;
}

const words: Record<Locale, Words> = {
  "en-US": {
    name: "Godwit: paper trading",
    description:
      "Crypto markets, a wallet and paper trading that keep working when the network does not.",
    coins: { name: "Coins", description: "Buy and sell coins with paper money" },
    contracts: { name: "Contracts", description: "Perpetual contracts with leverage" },
    seconds: { name: "Seconds", description: "Contracts of fixed time, with their true odds" },
    assets: { name: "Assets", description: "What you hold and what it is worth" },
    screenshots: {
      home: "All markets, each price with its age",
      coins: "Chart, order book and order on one screen",
      contracts: "Perpetual contracts with what they cost",
      wide: "On a computer, in a window of its own",
    },
  },
  "zh-CN": {
    name: "Godwit 模拟交易",
    description: "加密货币行情、钱包与模拟交易，断网时也能使用。",
    coins: { name: "现货", description: "用模拟资金买卖币种" },
    contracts: { name: "合约", description: "带杠杆的永续合约" },
    seconds: { name: "秒合约", description: "固定时长的合约，标明真实赔率" },
    assets: { name: "资产", description: "你持有的币种与估值" },
    screenshots: {
      home: "全部市场，每个价格都标明更新时间",
      coins: "图表、盘口与下单在同一屏",
      contracts: "永续合约，费用一目了然",
      wide: "在电脑上以独立窗口打开",
    },
  },
  "zh-TW": {
    name: "Godwit 模擬交易",
    description: "加密貨幣行情、錢包與模擬交易，離線時也能使用。",
    coins: { name: "現貨", description: "用模擬資金買賣幣種" },
    contracts: { name: "合約", description: "附槓桿的永續合約" },
    seconds: { name: "秒合約", description: "固定時長的合約，標明真實賠率" },
    assets: { name: "資產", description: "你持有的幣種與估值" },
    screenshots: {
      home: "所有市場，每個價格都標明更新時間",
      coins: "圖表、委託簿與下單在同一畫面",
      contracts: "永續合約，費用一目了然",
      wide: "在電腦上以獨立視窗開啟",
    },
  },
  "fr-FR": {
    name: "Godwit\u00a0: trading fictif",
    description:
      "Marchés crypto, portefeuille et trading fictif, qui continuent de fonctionner quand le réseau s’arrête.",
    coins: { name: "Cryptos", description: "Acheter et vendre avec de l’argent fictif" },
    contracts: { name: "Contrats", description: "Contrats perpétuels avec effet de levier" },
    seconds: {
      name: "Secondes",
      description: "Contrats à durée fixe, avec leur vrai taux de gain",
    },
    assets: { name: "Actifs", description: "Ce que vous détenez et sa valeur" },
    screenshots: {
      home: "Tous les marchés, chaque prix avec son âge",
      coins: "Graphique, carnet d’ordres et ordre sur un seul écran",
      contracts: "Contrats perpétuels, avec ce qu’ils coûtent",
      wide: "Sur un ordinateur, dans sa propre fenêtre",
    },
  },
};

const shortcuts = ["coins", "contracts", "seconds", "assets"] as const;

export function picturePath(picture: string, locale: Locale): string {
  return `/screenshots/${picture}-${locale}.webp`;
}

/** The manifest in one language. `id` is the same in all: whoever changes the language keeps the app they installed. */
export function manifestFor(locale: Locale) {
  const said = words[locale];
  return {
    id: "/",
    name: said.name,
    short_name: "Godwit",
    description: said.description,
    lang: locale,
    dir: directions[locale],
    start_url: "/",
    scope: "/",
    display: "standalone" as const,
    display_override: ["standalone" as const, "minimal-ui" as const],
    orientation: "any" as const,
    categories: ["finance"],
    // The window that is open leads on by itself (src/shell/launches.ts): a load would take along what is typed in it.
    launch_handler: { client_mode: ["focus-existing" as const, "auto" as const] },
    handle_links: "preferred" as const,
    // As wide as the phone's layout, beside any page in Edge.
    edge_side_panel: { preferred_width: 400 },
    prefer_related_applications: false,
    // Home reads both (src/features/market/share-entry.ts): they open a market or the search, and do nothing there.
    protocol_handlers: [{ protocol: "web+godwit", url: "/?open=%s" }],
    share_target: {
      action: "/",
      method: "GET" as const,
      enctype: "application/x-www-form-urlencoded" as const,
      params: { title: "shared_title", text: "shared_text", url: "shared_url" },
    },
    theme_color: "#0d1319",
    background_color: "#0d1319",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable" as const,
      },
      {
        src: "/icon-mono.svg",
        sizes: "any",
        type: "image/svg+xml",
        purpose: "monochrome" as const,
      },
    ],
    shortcuts: shortcuts.map((place) => ({
      ...said[place],
      url: `/${place}`,
      icons: [{ src: `/shortcuts/${place}.png`, sizes: "192x192", type: "image/png" }],
    })),
    screenshots: (Object.keys(pictures) as Picture[]).map((picture) => {
      const { form } = pictures[picture];
      const { width, height, scale } = pictureSizes[form];
      return {
        src: picturePath(picture, locale),
        sizes: `${width * scale}x${height * scale}`,
        type: "image/webp",
        form_factor: form,
        label: said.screenshots[picture],
      };
    }),
  };
}

/** Writes the manifest of every language but the first, whose manifest is the PWA plugin's own. */
export function manifests(): Plugin {
  return {
    name: "godwit-manifests",
    apply: "build",
    generateBundle() {
      for (const locale of locales.filter((other) => other !== fallbackLocale)) {
        this.emitFile({
          type: "asset",
          fileName: manifestPath(locale).slice(1),
          source: JSON.stringify(manifestFor(locale)),
        });
      }
    },
  };
}
