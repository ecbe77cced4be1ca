/** Search engines and the programs that draw previews of links, by what they call themselves. */
const names = [
  "Googlebot", "Google-InspectionTool", "GoogleOther", "Storebot-Google", "AdsBot-Google", "Mediapartners-Google", "FeedFetcher-Google",
  "bingbot", "BingPreview", "msnbot", "Slurp", "DuckDuckBot", "Baiduspider", "YandexBot", "YandexImages", "Sogou", "360Spider", "Bytespider", "PetalBot", "SeznamBot", "Qwantify",
  "Applebot", "facebookexternalhit", "facebookcatalog", "meta-externalagent", "Twitterbot", "LinkedInBot", "Slackbot", "Slack-ImgProxy", "Discordbot", "TelegramBot", "WhatsApp/",
  "Pinterestbot", "redditbot", "SkypeUriPreview", "vkShare", "Viber", "Line/Poker", "kakaotalk-scrap", "Embedly", "Iframely", "Mastodon", "Bluesky Cardyb", "ia_archiver", "archive.org_bot",
  "GPTBot", "OAI-SearchBot", "ChatGPT-User", "ClaudeBot", "Claude-User", "PerplexityBot", "Amazonbot", "AhrefsBot", "SemrushBot", "MJ12bot", "DotBot", "Screaming Frog",
] as const;

const pattern = new RegExp(`${names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")}|\\b(bot|crawler|spider)\\b|[a-z]bot/\\d`, "i");

/** Whether a search or preview bot is looking: it is shown no error page. */
export function isBot(userAgent: string): boolean {
  return pattern.test(userAgent);
}
