/** What Chinese readers call the well-known currencies; the venue's own names are English. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  btc: ["比特币"],
  bch: ["比特现金", "比特币现金"],
  eth: ["以太坊", "以太币"],
  etc: ["以太经典"],
  xrp: ["瑞波币"],
  ltc: ["莱特币"],
  doge: ["狗狗币"],
  shib: ["柴犬币"],
  ada: ["艾达币"],
  dot: ["波卡"],
  trx: ["波场"],
  bnb: ["币安币"],
  sol: ["索拉纳"],
  eos: ["柚子"],
  fil: ["文件币"],
  avax: ["雪崩"],
  xmr: ["门罗币"],
  zec: ["大零币"],
  dash: ["达世币"],
  xlm: ["恒星币"],
  neo: ["小蚁"],
  ont: ["本体"],
  atom: ["阿童木", "宇宙币"],
  usdt: ["泰达币"],
};

/** Traditional characters of these names, as the simplified ones. */
const simplified: Readonly<Record<string, string>> = {
  幣: "币",
  現: "现",
  經: "经",
  萊: "莱",
  場: "场",
  達: "达",
  恆: "恒",
  蟻: "蚁",
  體: "体",
  門: "门",
  羅: "罗",
  納: "纳",
};

/** Codes, in small letters, of the currencies whose Chinese name is what was typed (`true`) or begins with it. */
export function codesByOtherName(typed: string): ReadonlyMap<string, boolean> {
  if (!/\p{Script=Han}/u.test(typed)) return new Map();
  const plain = typed.replace(/\p{Script=Han}/gu, (letter) => simplified[letter] ?? letter);
  return new Map(
    Object.entries(otherNames).flatMap(([code, names]) =>
      names.some((name) => name.startsWith(plain)) ? [[code, names.includes(plain)]] : [],
    ),
  );
}
