// The page for when the app does not open. It shares no code with it, so that what broke the app does not break this.
"use strict";

const database = "godwit";
const table = "kept";
/*
 * Which keys of the database are copies of what the venue has, and which a person has made and exist nowhere else. The
 * registry (src/storage/keys.ts) says so; this page must work whatever the app's build has become, so it has its own
 * copy of the list, and tests/app/storage/keys.test.ts holds the two together.
 */
const copies =
  /^(candles|sparklines|icons$|tickers|config$|queries:|user:|receipts:|(order-)?slips:|findings:)/;
const own = /^(draft|attempt|write):/;
const timeoutMs = 4000;

const words = {
  "en-US": {
    title: "Repair the app",
    what: "Removes the app's own files and the copies of the venue's data from this device and downloads them again. You stay logged in. What you typed and did not send, orders whose outcome is not known yet, and your settings are kept.",
    offline:
      "You are offline. Without its files the app does not open until there is a connection again, so this waits for one.",
    repair: "Repair",
    open: "Open the app",
    nothing: "There was nothing to remove.",
    workers: (count) => `The app's background part is removed (${count}).`,
    caches: (count) => `The app's files are removed (${count}).`,
    copies: (count) => `Copies of the venue's data are removed (${count}).`,
    own: (count) =>
      count === 0
        ? "There were no drafts to keep."
        : `Drafts, unresolved orders and settings are kept (${count}).`,
    failed: "The device's database does not answer or is damaged. It is left as it is.",
    all: "Delete the database, too: drafts are lost",
    allDone: "The database is deleted.",
    allFailed: "The database could not be deleted. Close all other tabs of the app and try again.",
    missing: (what) => `Not possible here: ${what}.`,
  },
  "fr-FR": {
    title: "Réparer l’application",
    what: "Supprime de cet appareil les fichiers de l’application et les copies des données de la plateforme, puis les télécharge à nouveau. Vous restez connecté. Ce que vous avez saisi sans l’envoyer, les ordres dont l’issue n’est pas encore connue et vos réglages sont conservés.",
    offline:
      "Vous êtes hors ligne. Sans ses fichiers, l’application ne s’ouvrirait plus avant le retour de la connexion\u00a0: la réparation attend donc ce retour.",
    repair: "Réparer",
    open: "Ouvrir l’application",
    nothing: "Il n’y avait rien à supprimer.",
    workers: (count) => `La partie de l’application en arrière-plan est supprimée (${count}).`,
    caches: (count) => `Les fichiers de l’application sont supprimés (${count}).`,
    copies: (count) => `Les copies des données de la plateforme sont supprimées (${count}).`,
    own: (count) =>
      count === 0
        ? "Il n’y avait aucun brouillon à conserver."
        : `Les brouillons, les ordres en suspens et les réglages sont conservés (${count}).`,
    failed:
      "La base de données de l’appareil ne répond pas ou est endommagée. Elle est laissée telle quelle.",
    all: "Supprimer aussi la base\u00a0: brouillons perdus",
    allDone: "La base de données est supprimée.",
    allFailed:
      "La base de données n’a pas pu être supprimée. Fermez tous les autres onglets de l’application et réessayez.",
    missing: (what) => `Impossible ici\u00a0: ${what}.`,
  },
  "zh-CN": {
    title: "修复应用",
    what: "从本设备移除应用的文件和平台数据的副本，并重新获取。你会保持登录状态。已填写但未提交的内容、结果尚未确定的委托，以及你的设置都会保留。",
    offline: "当前离线。移除这些文件后，恢复联网前应用将无法打开，因此须联网后才能修复。",
    repair: "修复",
    open: "打开应用",
    nothing: "没有可移除的内容。",
    workers: (count) => `已移除应用的后台部分（${count}）。`,
    caches: (count) => `已移除应用的文件（${count}）。`,
    copies: (count) => `已移除平台数据的副本（${count}）。`,
    own: (count) =>
      count === 0 ? "没有需要保留的草稿。" : `已保留草稿、结果未确定的委托和设置（${count}）。`,
    failed: "本设备上的数据库没有响应或已损坏，未作改动。",
    all: "同时删除数据库：草稿将丢失",
    allDone: "数据库已删除。",
    allFailed: "未能删除数据库。请关闭应用的其他所有标签页后重试。",
    missing: (what) => `此处无法执行：${what}。`,
  },
  "zh-TW": {
    title: "修復 App",
    what: "從本裝置移除 App 的檔案與平台資料的副本，並重新取得。你會保持登入狀態。已填寫但未送出的內容、結果尚未確定的委託，以及你的設定都會保留。",
    offline: "目前離線。移除這些檔案後，恢復連線前 App 將無法開啟，因此須連線後才能修復。",
    repair: "修復",
    open: "開啟 App",
    nothing: "沒有可移除的內容。",
    workers: (count) => `已移除 App 的背景部分（${count}）。`,
    caches: (count) => `已移除 App 的檔案（${count}）。`,
    copies: (count) => `已移除平台資料的副本（${count}）。`,
    own: (count) =>
      count === 0 ? "沒有需要保留的草稿。" : `已保留草稿、結果未確定的委託與設定（${count}）。`,
    failed: "本裝置上的資料庫沒有回應或已損壞，未作更動。",
    all: "同時刪除資料庫：草稿將遺失",
    allDone: "資料庫已刪除。",
    allFailed: "未能刪除資料庫。請關閉 App 的其他所有分頁後再試。",
    missing: (what) => `此處無法執行：${what}。`,
  },
};

const chosen = /(?:^|; )i18n_redirected=([^;]+)/.exec(document.cookie)?.[1];
const locale = Object.hasOwn(words, chosen ?? "")
  ? chosen
  : (navigator.languages
      .map((tag) =>
        Object.keys(words).find((known) => known === tag || known.slice(0, 2) === tag.slice(0, 2)),
      )
      .find(Boolean) ?? "en-US");
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

const tell = (text) =>
  at("done").append(Object.assign(document.createElement("li"), { textContent: text }));

function inTime(work) {
  return Promise.race([
    work,
    new Promise((_, fail) => setTimeout(() => fail(new Error("no answer")), timeoutMs)),
  ]);
}

const answerOf = (request) =>
  new Promise((done, fail) => {
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

/** The copy beside the database, which a start reads before its first frame. */
function removeFirstRows() {
  try {
    localStorage.removeItem("godwit:first-rows");
    localStorage.removeItem("godwit:travel-set");
  } catch {
    // A browser whose storage is off keeps none.
  }
}

/** @returns how many copies went and how many of a person's own entries stay; undefined where there is no database */
async function removeCopies() {
  if (indexedDB.databases && !(await indexedDB.databases()).some(({ name }) => name === database))
    return undefined;
  const held = await answerOf(indexedDB.open(database));
  try {
    if (!held.objectStoreNames.contains(table)) throw new Error("another form");
    const transaction = held.transaction(table, "readwrite");
    const store = transaction.objectStore(table);
    const keys = (await answerOf(store.getAllKeys())).map(String);
    const gone = keys.filter((key) => copies.test(key));
    await Promise.all(gone.map((key) => answerOf(store.delete(key))));
    return { gone: gone.length, own: keys.filter((key) => own.test(key)).length };
  } finally {
    held.close();
  }
}

async function repair() {
  at("repair").disabled = true;
  at("done").replaceChildren();
  const before = at("done").childElementCount;
  for (const [work, words] of [
    [removeWorkers, say.workers],
    [removeCaches, say.caches],
  ]) {
    try {
      const count = await inTime(work());
      if (count > 0) tell(words(count));
    } catch (error) {
      tell(say.missing(String(error && error.message)));
    }
  }
  removeFirstRows();
  try {
    const entries = await inTime(removeCopies());
    if (entries && entries.gone > 0) tell(say.copies(entries.gone));
    if (entries) tell(say.own(entries.own));
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
