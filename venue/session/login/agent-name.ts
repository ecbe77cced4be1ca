const longest = 60;

/** Browsers by the word they write, those first that also write another's. */
const browsers: readonly (readonly [name: string, word: RegExp])[] = [
  ["Edge", /\b(?:Edg|EdgA|EdgiOS)\/(\d+)/],
  ["Opera", /\b(?:OPR|OPT)\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

const systems: readonly (readonly [name: string, word: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * What a client says it is (its `User-Agent`), as its user would: `Chrome 142 · Android`. Of one that is not
 * known, its first word; empty where it says nothing. No more is kept: the whole header tells devices apart.
 */
export function agentName(userAgent: string): string {
  const browser = browsers.flatMap(([name, word]) => {
    const version = word.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version.slice(0, 4)}`];
  })[0];
  const system = systems.find(([, word]) => word.test(userAgent))?.[0];
  const first = /^[\w.-]{1,40}(?:\/[\w.-]{1,12})?/.exec(userAgent)?.[0] ?? "";
  return [browser ?? first.replace("/", " "), system]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ")
    .slice(0, longest);
}
