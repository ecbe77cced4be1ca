/**
 * The words of a push, in the reader's language: the venue writes them, since the app is closed. The title says what
 * happened and where, the text how much and at which price.
 */

type Facts = Readonly<Record<string, string | number>>;
type Language = "en-US" | "fr-FR" | "zh-CN" | "zh-TW";

interface Words {
  title: string;
  /** Without it, or with amounts hidden, the title stands alone. */
  text?: string;
}

/** In braces: what is filled in from the facts. */
const words: Record<Language, Record<string, Words>> = {
  "en-US": {
    test: { title: "Notifications work", text: "This is how Godwit tells you what happens." },
    login: { title: "New login to your account", text: "If it was not you, change your password." },
    password: { title: "Login password changed", text: "If it was not you, act now." },
    withdrawal_password: {
      title: "Withdrawal password changed",
      text: "If it was not you, act now.",
    },
    withdrawal_locked: { title: "Withdrawals on hold" },
    account_status: { title: "What your account may do has changed" },
    sessions_ended: { title: "Other sessions signed out" },
    second_factor: { title: "Second factor changed", text: "If it was not you, act now." },
    "order triggered": { title: "{market}: stop price reached" },
    "order partly": {
      title: "{market}: order partly filled",
      text: "{filled} of {amount} at {price}",
    },
    "order ended": { title: "{market}: order ended", text: "{filled} of {amount} filled" },
    "order filled": { title: "{market}: order filled", text: "{filled} at {price}" },
    "position_closed tp": {
      title: "{market}: take profit reached",
      text: "Closed at {price}, result {net}",
    },
    "position_closed sl": {
      title: "{market}: stop loss reached",
      text: "Closed at {price}, result {net}",
    },
    liquidation_near: {
      title: "{market}: close to liquidation",
      text: "Mark {mark_price}, liquidation {liquidation_price}",
    },
    liquidation: {
      title: "{market}: position liquidated",
      text: "At {price}, margin lost {margin_lost}",
    },
    standstill: { title: "{market} is open again", text: "Your orders there need a look." },
    settled: { title: "What was open is settled" },
    restored: { title: "The venue was put back to an older state" },
    "recharge yes": { title: "Recharge approved", text: "{sum}" },
    "recharge no": { title: "Recharge not accepted", text: "{sum}" },
    "withdrawal yes": { title: "Withdrawal approved", text: "{sum}" },
    "withdrawal no": { title: "Withdrawal not accepted", text: "{sum}" },
    "certification yes": { title: "You are certified" },
    "certification no": { title: "Certification not accepted" },
    "bank_card yes": { title: "Bank card accepted" },
    "bank_card no": { title: "Bank card not accepted" },
    "seconds_result win": { title: "{market}: seconds contract won", text: "Paid out {payout}" },
    "seconds_result draw": { title: "{market}: seconds contract drawn", text: "Back: {payout}" },
    "seconds_result loss": { title: "{market}: seconds contract lost", text: "Stake {sum}" },
    seconds_void: { title: "Seconds contract refunded", text: "Back: {sum}" },
    paper_funds: { title: "Paper funds added", text: "{sum}" },
    "price_alert above": { title: "{market}: above {level}", text: "Now {price}" },
    "price_alert below": { title: "{market}: below {level}", text: "Now {price}" },
    "price_alert cross": { title: "{market}: crossed {level}", text: "Now {price}" },
    "price_alert rise": { title: "{market}: up {percent} % in {window}", text: "Now {price}" },
    "price_alert fall": { title: "{market}: down {percent} % in {window}", text: "Now {price}" },
    "price_alert hidden": { title: "{market}: price alert" },
    funding: { title: "{market}: funding paid", text: "{sum}" },
    system: { title: "A word from the venue" },
  },
  "fr-FR": {
    test: {
      title: "Les notifications fonctionnent",
      text: "Voici comment Godwit vous dit ce qui se passe.",
    },
    login: {
      title: "Nouvelle connexion à votre compte",
      text: "Si ce n’était pas vous, changez de mot de passe.",
    },
    password: {
      title: "Mot de passe de connexion changé",
      text: "Si ce n’était pas vous, agissez maintenant.",
    },
    withdrawal_password: {
      title: "Mot de passe de retrait modifié",
      text: "Si ce n’était pas vous, agissez maintenant.",
    },
    withdrawal_locked: { title: "Retraits suspendus" },
    account_status: { title: "Ce que votre compte permet a changé" },
    sessions_ended: { title: "Autres sessions déconnectées" },
    second_factor: {
      title: "Double authentification modifiée",
      text: "Si ce n’était pas vous, agissez maintenant.",
    },
    "order triggered": { title: "{market}\u00a0: prix de déclenchement atteint" },
    "order partly": {
      title: "{market}\u00a0: ordre exécuté en partie",
      text: "{filled} sur {amount} à {price}",
    },
    "order ended": {
      title: "{market}\u00a0: ordre terminé",
      text: "{filled} sur {amount} exécutés",
    },
    "order filled": { title: "{market}\u00a0: ordre exécuté", text: "{filled} à {price}" },
    "position_closed tp": {
      title: "{market}\u00a0: take-profit atteint",
      text: "Fermée à {price}, résultat {net}",
    },
    "position_closed sl": {
      title: "{market}\u00a0: stop-loss atteint",
      text: "Fermée à {price}, résultat {net}",
    },
    liquidation_near: {
      title: "{market}\u00a0: proche de la liquidation",
      text: "Prix de référence {mark_price}, liquidation {liquidation_price}",
    },
    liquidation: {
      title: "{market}\u00a0: position liquidée",
      text: "À {price}, marge perdue {margin_lost}",
    },
    standstill: {
      title: "{market} est de nouveau ouvert",
      text: "Vos ordres y demandent un coup d’œil.",
    },
    settled: { title: "Ce qui était ouvert est réglé" },
    restored: { title: "La plateforme est revenue à un état antérieur" },
    "recharge yes": { title: "Dépôt approuvé", text: "{sum}" },
    "recharge no": { title: "Dépôt non accepté", text: "{sum}" },
    "withdrawal yes": { title: "Retrait approuvé", text: "{sum}" },
    "withdrawal no": { title: "Retrait non accepté", text: "{sum}" },
    "certification yes": { title: "Votre identité est certifiée" },
    "certification no": { title: "Certification refusée" },
    "bank_card yes": { title: "Carte bancaire acceptée" },
    "bank_card no": { title: "Carte bancaire non acceptée" },
    "seconds_result win": {
      title: "{market}\u00a0: contrat secondes gagné",
      text: "Versé {payout}",
    },
    "seconds_result draw": {
      title: "{market}\u00a0: contrat secondes nul",
      text: "Rendu\u00a0: {payout}",
    },
    "seconds_result loss": {
      title: "{market}\u00a0: contrat secondes perdu",
      text: "Mise {sum}",
    },
    seconds_void: { title: "Contrat secondes remboursé", text: "Rendu\u00a0: {sum}" },
    paper_funds: { title: "Fonds fictifs ajoutés", text: "{sum}" },
    "price_alert above": {
      title: "{market}\u00a0: au-dessus de {level}",
      text: "Prix actuel\u00a0: {price}",
    },
    "price_alert below": {
      title: "{market}\u00a0: au-dessous de {level}",
      text: "Prix actuel\u00a0: {price}",
    },
    "price_alert cross": {
      title: "{market}\u00a0: {level} franchi",
      text: "Prix actuel\u00a0: {price}",
    },
    "price_alert rise": {
      title: "{market}\u00a0: +{percent}\u00a0% en {window}",
      text: "Prix actuel\u00a0: {price}",
    },
    "price_alert fall": {
      title: "{market}\u00a0: −{percent}\u00a0% en {window}",
      text: "Prix actuel\u00a0: {price}",
    },
    "price_alert hidden": { title: "{market}\u00a0: alerte de prix" },
    funding: { title: "{market}\u00a0: financement payé", text: "{sum}" },
    system: { title: "Un mot de la plateforme" },
  },
  "zh-CN": {
    test: { title: "通知已生效", text: "Godwit 会这样告诉你发生了什么。" },
    login: { title: "账户有新的登录", text: "如非本人操作，请修改密码。" },
    password: { title: "登录密码已修改", text: "如非本人操作，请立即处理。" },
    withdrawal_password: { title: "提现密码已修改", text: "如非本人操作，请立即处理。" },
    withdrawal_locked: { title: "提现已暂停" },
    account_status: { title: "账户权限有变化" },
    sessions_ended: { title: "其他登录已退出" },
    second_factor: { title: "双重验证已变更", text: "如非本人操作，请立即处理。" },
    "order triggered": { title: "{market}：已到触发价" },
    "order partly": { title: "{market}：委托部分成交", text: "{filled} / {amount}，均价 {price}" },
    "order ended": { title: "{market}：委托已结束", text: "成交 {filled} / {amount}" },
    "order filled": { title: "{market}：委托已成交", text: "{filled}，均价 {price}" },
    "position_closed tp": { title: "{market}：已触发止盈", text: "平仓价 {price}，盈亏 {net}" },
    "position_closed sl": { title: "{market}：已触发止损", text: "平仓价 {price}，盈亏 {net}" },
    liquidation_near: {
      title: "{market}：接近强平",
      text: "标记价格 {mark_price}，强平价格 {liquidation_price}",
    },
    liquidation: {
      title: "{market}：仓位已被强平",
      text: "价格 {price}，损失保证金 {margin_lost}",
    },
    standstill: { title: "{market} 已恢复交易", text: "请查看你在那里的委托。" },
    settled: { title: "未完成项已了结" },
    restored: { title: "平台已恢复到较早的状态" },
    "recharge yes": { title: "充值已通过", text: "{sum}" },
    "recharge no": { title: "充值未通过", text: "{sum}" },
    "withdrawal yes": { title: "提现已通过", text: "{sum}" },
    "withdrawal no": { title: "提现未通过", text: "{sum}" },
    "certification yes": { title: "你已通过认证" },
    "certification no": { title: "认证未通过" },
    "bank_card yes": { title: "银行卡已通过" },
    "bank_card no": { title: "银行卡未通过" },
    "seconds_result win": { title: "{market}：秒合约盈利", text: "派发 {payout}" },
    "seconds_result draw": { title: "{market}：秒合约平局", text: "退还 {payout}" },
    "seconds_result loss": { title: "{market}：秒合约亏损", text: "本金 {sum}" },
    seconds_void: { title: "秒合约已退回", text: "退还 {sum}" },
    paper_funds: { title: "已添加模拟资金", text: "{sum}" },
    "price_alert above": { title: "{market}：高于 {level}", text: "现价 {price}" },
    "price_alert below": { title: "{market}：低于 {level}", text: "现价 {price}" },
    "price_alert cross": { title: "{market}：穿过 {level}", text: "现价 {price}" },
    "price_alert rise": { title: "{market}：{window} 内上涨 {percent}%", text: "现价 {price}" },
    "price_alert fall": { title: "{market}：{window} 内下跌 {percent}%", text: "现价 {price}" },
    "price_alert hidden": { title: "{market}：价格提醒" },
    funding: { title: "{market}：已支付资金费", text: "{sum}" },
    system: { title: "平台消息" },
  },
  "zh-TW": {
    test: { title: "通知已生效", text: "Godwit 會這樣告訴你發生了什麼。" },
    login: { title: "帳戶有新的登入", text: "如非本人操作，請變更密碼。" },
    password: { title: "登入密碼已變更", text: "如非本人操作，請立即處理。" },
    withdrawal_password: { title: "提領密碼已變更", text: "如非本人操作，請立即處理。" },
    withdrawal_locked: { title: "提領已暫停" },
    account_status: { title: "帳戶權限有變化" },
    sessions_ended: { title: "其他工作階段已登出" },
    second_factor: { title: "雙重驗證已變更", text: "如非本人操作，請立即處理。" },
    "order triggered": { title: "{market}：已達觸發價" },
    "order partly": { title: "{market}：委託部分成交", text: "{filled} / {amount}，均價 {price}" },
    "order ended": { title: "{market}：委託已結束", text: "成交 {filled} / {amount}" },
    "order filled": { title: "{market}：委託已成交", text: "{filled}，均價 {price}" },
    "position_closed tp": { title: "{market}：已觸發停利", text: "平倉價 {price}，損益 {net}" },
    "position_closed sl": { title: "{market}：已觸發停損", text: "平倉價 {price}，損益 {net}" },
    liquidation_near: {
      title: "{market}：接近強制平倉",
      text: "標記價格 {mark_price}，強制平倉價 {liquidation_price}",
    },
    liquidation: {
      title: "{market}：部位已遭強制平倉",
      text: "價格 {price}，損失保證金 {margin_lost}",
    },
    standstill: { title: "{market} 已恢復交易", text: "請查看你在那裡的委託。" },
    settled: { title: "未結項目已結算" },
    restored: { title: "平台已恢復到較早的狀態" },
    "recharge yes": { title: "加值已通過", text: "{sum}" },
    "recharge no": { title: "加值未通過", text: "{sum}" },
    "withdrawal yes": { title: "提領已通過", text: "{sum}" },
    "withdrawal no": { title: "提領未通過", text: "{sum}" },
    "certification yes": { title: "你已通過認證" },
    "certification no": { title: "認證未通過" },
    "bank_card yes": { title: "銀行卡已通過" },
    "bank_card no": { title: "銀行卡未通過" },
    "seconds_result win": { title: "{market}：秒合約獲利", text: "派發 {payout}" },
    "seconds_result draw": { title: "{market}：秒合約平局", text: "退還 {payout}" },
    "seconds_result loss": { title: "{market}：秒合約虧損", text: "本金 {sum}" },
    seconds_void: { title: "秒合約已退回", text: "退還 {sum}" },
    paper_funds: { title: "已新增模擬資金", text: "{sum}" },
    "price_alert above": { title: "{market}：高於 {level}", text: "現價 {price}" },
    "price_alert below": { title: "{market}：低於 {level}", text: "現價 {price}" },
    "price_alert cross": { title: "{market}：穿過 {level}", text: "現價 {price}" },
    "price_alert rise": { title: "{market}：{window} 內上漲 {percent}%", text: "現價 {price}" },
    "price_alert fall": { title: "{market}：{window} 內下跌 {percent}%", text: "現價 {price}" },
    "price_alert hidden": { title: "{market}：價格提醒" },
    funding: { title: "{market}：已支付資金費", text: "{sum}" },
    system: { title: "平台訊息" },
  },
};

export const pushLanguages = Object.keys(words) as Language[];

/** The keys of every language's words, which are the same in each. */
export const pushWordKeys = (language: Language) => Object.keys(words[language]);

/**
 * What a locked phone shows.
 * @param kind of the notice, or `test`
 * @param hideAmounts only the title then, which has no amount, price or address
 */
export function pushWords(
  kind: string,
  facts: Facts,
  { lang, hideAmounts }: { lang: string; hideAmounts: boolean },
): { title: string; text: string } {
  const language = writtenIn(lang);
  const known = words[language];
  // The title of an alert has its price.
  const key = hideAmounts && kind === "price_alert" ? "price_alert hidden" : keyOf(kind, facts);
  const { title, text = "" } = known[key] ?? known["system"] ?? { title: "Godwit" };
  const fill = (template: string) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => factText(name, facts, language));
  return { title: fill(title), text: hideAmounts && /\{/.test(text) ? "" : fill(text) };
}

/** Which of a kind's words: by what became of it. */
function keyOf(kind: string, facts: Facts): string {
  switch (kind) {
    case "order":
      return `order ${["triggered", "partly", "ended"].includes(String(facts["event"])) ? facts["event"] : "filled"}`;
    case "price_alert":
      return `price_alert ${["above", "below", "rise", "fall"].includes(String(facts["kind"])) ? facts["kind"] : "cross"}`;
    case "position_closed":
      return `position_closed ${facts["close_kind"] === "tp" ? "tp" : "sl"}`;
    case "seconds_result":
      return `seconds_result ${facts["result"] === "win" || facts["result"] === "draw" ? facts["result"] : "loss"}`;
    case "recharge":
    case "withdrawal":
    case "certification":
    case "bank_card":
      return `${kind} ${facts["status"] === 1 ? "yes" : "no"}`;
    default:
      return kind;
  }
}

function factText(name: string, facts: Facts, language: Language): string {
  const currency = String(facts["flag"] ?? facts["currency"] ?? facts["quote"] ?? "");
  switch (name) {
    case "market":
      return String(
        facts["contract_code"] ??
          facts["market"] ??
          facts["symbol"] ??
          `${facts["base"] ?? ""}/${facts["quote"] ?? ""}`,
      )
        .toUpperCase()
        .slice(0, 50);
    case "window": {
      const minutes = Number(facts["window"]);
      return new Intl.NumberFormat(language, {
        style: "unit",
        unit: minutes < 60 ? "minute" : "hour",
        unitDisplay: "short",
      }).format(minutes < 60 ? minutes : minutes / 60);
    }
    case "sum":
      return `${figureOf(facts["amount"], language)} ${currency}`.trim();
    case "payout":
    case "net":
    case "margin_lost":
      return `${figureOf(facts[name], language)} ${currency}`.trim();
    default:
      return figureOf(facts[name], language);
  }
}

function figureOf(fact: string | number | undefined, language: Language): string {
  const text = fact === undefined ? "" : String(fact);
  if (!/^-?\d{1,30}(?:\.\d{1,18})?$/.test(text)) return text.slice(0, 40);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 18 }).format(
    text as Intl.StringNumericLiteral,
  );
}

function writtenIn(lang: string): Language {
  const tag = lang.toLowerCase();
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return "zh-TW";
  if (/^zh\b/.test(tag)) return "zh-CN";
  return /^fr\b/.test(tag) ? "fr-FR" : "en-US";
}
