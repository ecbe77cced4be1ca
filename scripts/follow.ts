/**
 * `npm run follow`: follows docs/running.md word by word in a bare Debian (debootstrap, chroot; as root) and looks
 * after each step whether what it says is so. It calls the site godwit.localhost, for which Caddy makes a certificate
 * of its own. The package is the one of `npm run release`.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = resolve(import.meta.dirname, "..");
const site = "godwit.localhost";
const debian = "bookworm";

/** What must be so after the block in which a line of these words stands. */
const looks: readonly [block: string, what: string, look: (place: Place) => Promise<void>][] = [
  [
    "systemctl enable --now godwit",
    "the venue is ready",
    (place) => place.answers("/readyz", "ok"),
  ],
  [
    "apt-get install -y --no-install-recommends caddy",
    "the site answers over TLS with the app",
    async (place) => {
      await place.answers("/", '<div id="root"', `https://${site}`);
      // The proxy is trusted: the venue knows whose address a call has.
      await place.answers("/readyz", "ok", `https://${site}`);
    },
  ],
  [
    "invite 30",
    "the sheet has thirty cards",
    async (place) => place.run("test $(grep -c '<svg ' /var/lib/godwit/class-3b.html) = 30"),
  ],
  ["add otto", "the desk is there", (place) => place.answers("/", "desk", "http://127.0.0.1:4171")],
  [
    "drill /var/lib",
    "a scheduled backup was made, too",
    async (place) => place.run("ls /var/lib/godwit/backups/godwit-*.tar.gz"),
  ],
  ["restore /var/lib", "the venue is ready", (place) => place.answers("/readyz", "ok")],
  ["mv /opt/godwit", "the venue is ready", (place) => place.answers("/readyz", "ok")],
];

/** The bare Debian. */
class Place {
  readonly folder = mkdtempSync("/var/tmp/godwit-follow-");

  async make(): Promise<void> {
    const sources = [
      "sources.list",
      "sources.list.d",
      "apt.conf.d",
      "trusted.gpg.d",
      "auth.conf.d",
    ];
    host("debootstrap", ["--variant=minbase", debian, this.folder, mirror()]);
    // Users other than root live in it, too.
    chmodSync(this.folder, 0o755);
    for (const name of sources) {
      const from = join("/etc/apt", name);
      if (existsSync(from)) cpSync(from, join(this.folder, "etc/apt", name), { recursive: true });
    }
    for (const path of ["/etc/resolv.conf", "/etc/hosts"]) copyFileSync(path, this.folder + path);
    for (const path of ["/usr/local/share/ca-certificates", "/etc/ssl/certs"])
      if (existsSync(path))
        cpSync(path, this.folder + path, { recursive: true, dereference: true });
    const npmrc = join(homedir(), ".npmrc");
    if (existsSync(npmrc)) copyFileSync(npmrc, join(this.folder, "root/.npmrc"));
    host("mount", ["-t", "proc", "proc", join(this.folder, "proc")]);
    host("mount", ["--rbind", "/dev", join(this.folder, "dev")]);
    mkdirSync(join(this.folder, "usr/local/bin"), { recursive: true });
    cpSync(join(root, "scripts/follow/systemctl.sh"), join(this.folder, "usr/local/bin/systemctl"));
    const packed = readdirSync(join(root, "release")).find((name) => name.endsWith(".tgz"));
    if (packed === undefined) throw new Error("there is no package: npm run release");
    copyFileSync(join(root, "release", packed), join(this.folder, "root", packed));
  }

  /** Runs a block of the page as it stands there. */
  run(text: string): void {
    const words = text.replaceAll("godwit.example", site);
    host("chroot", [this.folder, "bash", "-euo", "pipefail", "-c", `cd /root; ${words}`]);
  }

  /** Asks until the answer has these words. */
  async answers(path: string, words: string, origin = "http://127.0.0.1:4170"): Promise<void> {
    const resolved = `--resolve ${site}:443:127.0.0.1`;
    let said = "";
    for (let tries = 0; tries < 60; tries++) {
      const { stdout } = spawnSync("curl", ["-sk", ...resolved.split(" "), origin + path], {
        encoding: "utf8",
      });
      said = stdout;
      if (said.includes(words)) return;
      await pause(500);
    }
    throw new Error(`${origin}${path} answered ${said.slice(0, 300)}`);
  }

  remove(): void {
    for (const name of ["caddy", "godwit"])
      spawnSync("chroot", [this.folder, "/usr/local/bin/systemctl", "stop", name]);
    spawnSync("umount", ["-R", join(this.folder, "dev")]);
    spawnSync("umount", [join(this.folder, "proc")]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function follow(): Promise<void> {
  const page = readFileSync(join(root, "docs/running.md"), "utf8");
  const blocks = [...page.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, text = ""]) => text);
  const place = new Place();
  try {
    await place.make();
    for (const block of blocks) {
      console.log(`\n> ${block.trim().split("\n").join("\n> ")}`);
      place.run(block);
      for (const [words, what, look] of looks.filter(([part]) => block.includes(part))) {
        await look(place);
        console.log(`  ✓ ${what} (after "${words}")`);
      }
    }
    const unseen = looks.filter(([words]) => !blocks.some((block) => block.includes(words)));
    if (unseen.length > 0) throw new Error(`the page says nothing of ${unseen[0]?.[0]}`);
    console.log(`\n${blocks.length} blocks of ${basename("docs/running.md")} were followed.`);
  } catch (error) {
    for (const name of ["godwit", "caddy"])
      spawnSync("tail", ["-n", "20", join(place.folder, `var/log/${name}.service.log`)], {
        stdio: "inherit",
      });
    throw error;
  } finally {
    place.remove();
  }
}

/** Where this machine has its packages from. */
function mirror(): string {
  const files = ["/etc/apt/sources.list", "/etc/apt/sources.list.d/debian.sources"];
  for (const file of files.filter((path) => existsSync(path))) {
    const [, found] = /^(?:URIs:|deb ).*?(https?:\/\/\S+)/m.exec(readFileSync(file, "utf8")) ?? [];
    if (found !== undefined) return found;
  }
  return "http://deb.debian.org/debian";
}

function host(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      DEBIAN_FRONTEND: "noninteractive",
    },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

await follow();
