/** The build of the page that the worker answers with; undefined where no worker has one. */
export async function installedBuild(): Promise<string | undefined> {
  const shell = await caches.match("/index.html", { ignoreSearch: true }).catch(() => undefined);
  const [, id] = /<meta name="build" content="([0-9a-f]+)"/.exec((await shell?.text()) ?? "") ?? [];
  return id;
}
