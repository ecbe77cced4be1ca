// The page for when the app does not open. It shares no code with it, so that what broke the app does not break this.
"use strict";

const database = "godwit";
const table = "kept";
/** What of the database exists at the venue, too; all else is somebody's own. */
const copies = /^(candles|sparklines|tickers|queries:|user:|receipts:)/;
const patienceMs = 4000;

const words = {
  "en-US": {
    title: "Repair the app",
    what: "Removes the app's own files and the copies of the venue's data from this device and fetches them anew. You stay logged in. What you typed and did not send, orders whose outcome is not known yet, and your settings are kept.",
    offline: "You are offline. Without its files the app does not open until there is a connection again, so this waits for one.",
    repair: "Repair", open: "Open the app", nothing: "There was nothing to remove.",
    workers: (count) => `The app's background part is removed (${count}).`,
    caches: (count) => `The app's files are removed (${count}).`,
    copies: (count) => `Copies of the venue's data are removed (${count}).`,
    kept: (count) => count === 0 ? "There were no drafts to keep." : `Drafts, unresolved orders and settings are kept (${count}).`,
    failed: "The device's database does not answer or is damaged. It is left as it is.",
    all: "Delete the database, too: drafts are lost", allDone: "The database is deleted.", allFailed: "The database could not be deleted. Close all other tabs of the app and try again.",
    missing: (what) => `Not possible here: ${what}.`,
  },
  "fr-FR": {
    title: "Réparer l’application",
    what: "Supprime de cet appareil les fichiers de l’application et les copies des données de la plateforme, puis les télécharge à nouveau. Vous restez connecté. Ce que vous avez saisi sans l’envoyer, les ordres dont l’issue n’est pas encore connue et vos réglages sont conservés.",
    offline: "Vous êtes hors ligne. Sans ses fichiers, l’application ne s’ouvrirait plus avant le retour de la connexion\u00a0: la réparation attend donc ce retour.",
    repair: "Réparer", open: "Ouvrir l’application", nothing: "Il n’y avait rien à supprimer.",
    workers: (count) => `La partie de l’application en arrière-plan est supprimée (${count}).`,
    caches: (count) => `Les fichiers de l’application sont supprimés (${count}).`,
    copies: (count) => `Les copies des données de la plateforme sont supprimées (${count}).`,
    kept: (count) => count === 0 ? "Il n’y avait aucun brouillon à conserver." : `Les brouillons, les ordres en suspens et les réglages sont conservés (${count}).`,
    failed: "La base de données de l’appareil ne répond pas ou est endommagée. Elle est laissée telle quelle.",
    all: "Supprimer aussi la base\u00a0: brouillons perdus", allDone: "La base de données est supprimée.", allFailed: "La base de données n’a pas pu être supprimée. Fermez tous les autres onglets de l’application et réessayez.",
    missing: (what) => `Impossible ici\u00a0: ${what}.`,
  },
  "zh-CN": {
    title: "修复应用",
    what: "从此设备移除应用自身的文件和平台数据的副本，并重新获取。您将保持登录。已输入但未发送的内容、结果尚不明确的订单以及您的设置都会保留。",
    offline: "您已离线。没有这些文件，应用在恢复连接之前无法打开，因此修复会等到有连接时进行。",
    repair: "修复", open: "打开应用", nothing: "没有可移除的内容。",
    workers: (count) => `已移除应用的后台部分（${count}）。`,
    caches: (count) => `已移除应用的文件（${count}）。`,
    copies: (count) => `已移除平台数据的副本（${count}）。`,
    kept: (count) => count === 0 ? "没有需要保留的草稿。" : `已保留草稿、未决订单和设置（${count}）。`,
    failed: "设备的数据库没有响应或已损坏，未作改动。",
    all: "同时删除数据库：草稿将丢失", allDone: "数据库已删除。", allFailed: "无法删除数据库。请关闭应用的所有其他标签页后重试。",
    missing: (what) => `此处无法执行：${what}。`,
  },
  "zh-TW": {
    title: "修復應用程式",
    what: "從此裝置移除應用程式本身的檔案和平台資料的副本，並重新取得。您將保持登入。已輸入但未送出的內容、結果尚不明確的訂單以及您的設定都會保留。",
    offline: "您已離線。沒有這些檔案，應用程式在恢復連線之前無法開啟，因此修復會等到有連線時進行。",
    repair: "修復", open: "開啟應用程式", nothing: "沒有可移除的內容。",
    workers: (count) => `已移除應用程式的背景部分（${count}）。`,
    caches: (count) => `已移除應用程式的檔案（${count}）。`,
    copies: (count) => `已移除平台資料的副本（${count}）。`,
    kept: (count) => count === 0 ? "沒有需要保留的草稿。" : `已保留草稿、未決訂單和設定（${count}）。`,
    failed: "裝置的資料庫沒有回應或已損壞，未作更動。",
    all: "同時刪除資料庫：草稿將遺失", allDone: "資料庫已刪除。", allFailed: "無法刪除資料庫。請關閉應用程式的所有其他分頁後再試。",
    missing: (what) => `此處無法執行：${what}。`,
  },
};

const chosen = /(?:^|; )i18n_redirected=([^;]+)/.exec(document.cookie)?.[1];
const locale = Object.hasOwn(words, chosen ?? "") ? chosen : (navigator.languages.map((tag) => Object.keys(words).find((known) => known === tag || known.slice(0, 2) === tag.slice(0, 2))).find(Boolean) ?? "en-US");
const say = words[locale];
const at = (id) => document.getElementById(id);

document.documentElement.lang = locale;
document.title = `${say.title} · Godwit`;
document.querySelector("h1").textContent = say.title;
at("what").textContent = say.what;
at("offline").textContent = say.offline;
at("repair").textContent = say.repair;
at("all").textContent = say.all;
at("open").textContent = say.open;

const tell = (text) => at("done").append(Object.assign(document.createElement("li"), { textContent: text }));

function inTime(work) {
  return Promise.race([work, new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), patienceMs))]);
}

const answerOf = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = request.onblocked = () => fail(request.error ?? new Error("blocked"));
});

async function removeWorkers() {
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all(workers.map((worker) => worker.unregister()));
  return workers.length;
}

async function removeCaches() {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  return names.length;
}

/** @returns how many copies went and how many entries stay; undefined where there is no database */
async function removeCopies() {
  if (indexedDB.databases && !(await indexedDB.databases()).some(({ name }) => name === database)) return undefined;
  const held = await answerOf(indexedDB.open(database));
  try {
    if (!held.objectStoreNames.contains(table)) throw new Error("another form");
    const transaction = held.transaction(table, "readwrite");
    const store = transaction.objectStore(table);
    const keys = (await answerOf(store.getAllKeys())).map(String);
    const gone = keys.filter((key) => copies.test(key));
    await Promise.all(gone.map((key) => answerOf(store.delete(key))));
    return { gone: gone.length, kept: keys.length - gone.length };
  } finally {
    held.close();
  }
}

async function repair() {
  at("repair").disabled = true;
  at("done").replaceChildren();
  const before = at("done").childElementCount;
  for (const [work, words] of [[removeWorkers, say.workers], [removeCaches, say.caches]]) {
    try {
      const count = await inTime(work());
      if (count > 0) tell(words(count));
    } catch (error) {
      tell(say.missing(String(error && error.message)));
    }
  }
  try {
    const entries = await inTime(removeCopies());
    if (entries && entries.gone > 0) tell(say.copies(entries.gone));
    if (entries) tell(say.kept(entries.kept));
  } catch {
    tell(say.failed);
    at("all").hidden = false;
  }
  if (at("done").childElementCount === before) tell(say.nothing);
  at("repair").disabled = false;
}

async function removeDatabase() {
  try {
    await inTime(answerOf(indexedDB.deleteDatabase(database)));
    at("all").hidden = true;
    tell(say.allDone);
  } catch {
    tell(say.allFailed);
  }
}

/** The device knows when it has no network, and only then is sure of it. */
function look() {
  at("offline").hidden = navigator.onLine;
  at("repair").disabled = !navigator.onLine;
}

at("repair").addEventListener("click", () => void repair());
at("all").addEventListener("click", () => void removeDatabase());
addEventListener("online", look);
addEventListener("offline", look);
look();
