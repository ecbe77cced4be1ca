/** The specification's own lists, typed from its text, for the tests that hold the app against it. */

/** Section 2: the routes of the table. */
export const routes = [
  "/", "/coins", "/login", "/register", "/assets", "/history", "/seconds", "/contracts", "/recharge", "/withdraw", "/withdraw/bankcard",
  "/certification", "/currency/detail", "/password/forgot", "/password/modify", "/password/withdraw", "/useragreement",
] as const;

/** Section 2: what a visitor may open. */
export const visitorRoutes: readonly string[] = ["/", "/login", "/register", "/useragreement", "/password/forgot", "/coins", "/contracts", "/seconds"];

/** Section 7: the calls of the table. */
export const calls = [
  "GET /config.json", "GET /api/auth/platBase", "GET /api/auth/getRechargeCurrencyChannelConf", "GET /api/auth/banner", "POST /api/auth/view",
  "GET /api/auth/language", "GET /api/auth/getCurrencyConf", "POST /api/auth/reg", "POST /api/auth/login", "GET /api/account/userInfo",
  "POST /api/account/cert", "POST /api/account/setPass", "GET /api/wallet/getWalletBalance", "GET /api/wallet/payOrder",
  "GET /api/wallet/withdrawalOrder", "GET /api/wallet/tradeRecord", "POST /api/wallet/recharge", "POST /api/wallet/setWpass",
  "GET /api/wallet/getRechargeCurrency", "GET /api/wallet/getWithdrawalCurrency", "POST /api/wallet/withdrawal", "POST /api/wallet/setBanks",
  "GET /api/wallet/getBanks", "POST /api/wallet/withdrawalWithBank", "GET /api/htx/getMergedTickerRank", "GET /api/htx/getCollect",
  "POST /api/htx/setCollect", "GET /api/htx/getMergedTicker", "GET /api/htx/getKline", "POST /api/picture/files",
] as const;

/** Section 8: the error catalogue. */
export const errors: readonly (readonly [code: number, message: string])[] = [
  [401, "Unauthorized request"], [402, "Account has no permission to operate"],
  [100000, "Unknown error"], [100001, "System error"], [100002, "Server disable"], [100004, "Unsupported media types"],
  [100005, "Invalid parameters"], [100006, "System busy, retry later"], [100007, "Network timeout"], [100009, "Bad message"],
  [100010, "Remote service error"],
  [200001, "Invalid username or password"], [200002, "Max error count reached, retry later"], [200003, "Token expired"],
  [200004, "Passwords do not match"], [200005, "Invalid username or address"], [200006, "Bad address"], [200007, "Account prohibited"],
  [200008, "Below minimum withdrawal amount"], [200009, "Withdrawal failed"],
  [300001, "Account blocked"], [300002, "Phone already registered"], [300003, "Invitation code error"], [300004, "Invalid email"],
  [300005, "SMS code error"], [300006, "Already certified"], [300007, "Records awaiting review"], [300008, "Insufficient wallet currency"],
  [300009, "Not a pending order, cannot be withdrawn"], [300010, "Temporarily unavailable for purchase"],
  [300011, "Time odds configuration missing"], [300012, "Leverage does not exist"], [300013, "Illegal leverage ratio"],
  [300014, "No related open order"], [300015, "Locked positions cannot be closed"], [300016, "Wrong old password"],
  [300017, "Password already set"], [300018, "Currency type missing"], [300019, "Deduction failed"], [300020, "Quantity cannot be empty"],
  [300021, "Transaction value too small"], [300022, "Wrong withdrawal password"], [300023, "Account exists"],
  [300024, "Email account exists"], [300025, "Complete KYC verification"], [300026, "Card already bound"], [300027, "Bank info missing"],
  [300028, "Currency type unsupported"],
];

/** Sections 7 and 9: statuses on which the HTTP client tries again. */
export const retryStatuses = [408, 409, 425, 429, 500, 502, 503, 504] as const;

/** Section 9: its numbers and names, as its text has them. */
export const constants = [
  "5MB", "zh-CN", "zh-TW", "en-US", "fr-FR", "i18n_redirected", "365 days", "5000 ms", "24rem", "50 px", "20 px", "0.5 px/ms", "0.3", "200 px",
  "100 ms", "500 ms", "10 seconds", "1500 ms", "750 ms", "7 hex characters", "8 random bytes", "4 random bytes", "uppercase MD5 hex", "sorted by vol",
  "cookies by default", "408, 409, 425, 429, 500, 502, 503, 504",
] as const;

/** Section 3: the fields of the user. */
export const userFields: readonly string[] = [
  "token", "id", "account", "cert_info", "create_time", "devicecode", "info", "invite_code", "invite_member_count", "iscert", "iscontrol",
  "last_time", "lastip", "memo", "pid", "regip", "status", "team_member_count", "total_commission", "trade_status", "type", "wpassword",
  "wstatus", "wallet_address", "credit_score", "certstatus",
];
