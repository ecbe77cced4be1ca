import type { Banner } from "#protocol/api/platform.ts";

type Locale = "en-US" | "zh-CN" | "zh-TW" | "fr-FR";
type Words = Readonly<Record<Locale, readonly [title: string, text: string]>>;

interface Announcement {
  id: string;
  link: string;
  words: Words;
}

const paper: Announcement = {
  id: "paper",
  link: "/useragreement",
  words: {
    "en-US": [
      "Simulated funds",
      "Everything here is traded with paper money. Nothing can be deposited, lost or won for real.",
    ],
    "zh-CN": ["模拟资金", "这里的一切交易都使用模拟资金，不会有真实的存入、亏损或盈利。"],
    "zh-TW": ["模擬資金", "這裡的一切交易都使用模擬資金，不會有真實的存入、虧損或獲利。"],
    "fr-FR": [
      "Fonds simulés",
      "Ici, tout se négocie avec de l’argent fictif. Rien n’est déposé, perdu ou gagné pour de vrai.",
    ],
  },
};

const simulatedPrices: Announcement = {
  id: "prices-sim",
  link: "/coins",
  words: {
    "en-US": [
      "Simulated market",
      "Prices come from a model, and anybody can check them afterwards. Who runs the venue can foresee them. They are no real quotes.",
    ],
    "zh-CN": [
      "模拟行情",
      "价格由模型生成，事后人人可以验证。运营平台的人能够预知它们。它们不是真实报价。",
    ],
    "zh-TW": [
      "模擬行情",
      "價格由模型產生，事後人人可以驗證。營運平台的人能夠預知它們。它們不是真實報價。",
    ],
    "fr-FR": [
      "Marché simulé",
      "Les cours viennent d’un modèle, et chacun peut les vérifier après coup. Qui gère la plateforme peut les prévoir. Ce ne sont pas de vrais cours.",
    ],
  },
};

const livePrices: Announcement = {
  id: "prices-htx",
  link: "/coins",
  words: {
    "en-US": [
      "Live quotes, paper trades",
      "Prices are HTX's public market data. Orders are filled on paper and never reach a market.",
    ],
    "zh-CN": [
      "真实行情，模拟交易",
      "价格来自 HTX 的公开行情。委托只在模拟环境中成交，不会进入真实市场。",
    ],
    "zh-TW": [
      "真實行情，模擬交易",
      "價格來自 HTX 的公開行情。委託只在模擬環境中成交，不會進入真實市場。",
    ],
    "fr-FR": [
      "Cours réels, ordres fictifs",
      "Les cours sont les données publiques de HTX. Les ordres sont exécutés fictivement et n’atteignent aucun marché.",
    ],
  },
};

const offline: Announcement = {
  id: "offline",
  link: "",
  words: {
    "en-US": [
      "Keeps working without a network",
      "Install it on the home screen: it opens offline and shows how old each figure is. Orders are never queued.",
    ],
    "zh-CN": [
      "没有网络也能打开",
      "添加到主屏幕后可离线打开，并标明每个数字的时间。委托绝不会排队等待发送。",
    ],
    "zh-TW": [
      "沒有網路也能開啟",
      "加入主畫面後可離線開啟，並標明每個數字的時間。委託絕不會排隊等待送出。",
    ],
    "fr-FR": [
      "Fonctionne sans réseau",
      "Installez l’application sur l’écran d’accueil\u00a0: elle s’ouvre hors ligne et indique l’âge de chaque chiffre. Aucun ordre n’est mis en attente.",
    ],
  },
};

/** The home screen's announcements in every language of the interface. */
export function announcements(market: "sim" | "htx"): Banner[] {
  const shown = [paper, market === "sim" ? simulatedPrices : livePrices, offline];
  return shown.flatMap(({ id, link, words }, at) =>
    Object.entries(words).map(([locale, [title, text]]) => ({
      id: `${id}-${locale}`,
      image: "",
      link,
      locale,
      sort: at + 1,
      status: 1,
      title,
      text,
    })),
  );
}
