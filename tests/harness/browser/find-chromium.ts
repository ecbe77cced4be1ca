import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const debianPackages = ["chromium", "fonts-noto-cjk", "fonts-liberation"];
const debianShellPackage = "chromium-headless-shell";

/**
 * The Chromium that tests, benchmarks and pictures use: `CHROMIUM_PATH`, else one on the machine, else, on
 * Debian as root, one installed now. Throws a sentence that says what to install.
 */
export function findChromium(): string {
  const found = process.env["CHROMIUM_PATH"] ?? onPath(names) ?? places.find(isExecutable);
  if (found) return found;
  if (isDebianAsRoot()) {
    installPackages(debianPackages);
    const fresh = onPath(names);
    if (fresh) return fresh;
  }
  throw new Error(
    isDebian()
      ? `The browser tests need Chromium. Run: sudo apt-get install ${debianPackages.join(" ")} ${debianShellPackage}`
      : "The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to its executable.",
  );
}

/**
 * The same Chromium without a browser around its pages, at half the CPU a page: `CHROMIUM_SHELL_PATH`, else
 * one on the machine, else, on Debian as root, one installed now. Where there is none, the whole browser serves.
 */
export function findHeadlessShell(): string {
  const found = process.env["CHROMIUM_SHELL_PATH"] ?? onPath(shellNames);
  if (found) return found;
  if (isDebianAsRoot() && process.env["CHROMIUM_PATH"] === undefined) {
    try {
      installPackages([debianShellPackage]);
    } catch {
      // Older systems do not have it.
    }
  }
  return onPath(shellNames) ?? findChromium();
}

function installPackages(packages: readonly string[]): void {
  const quiet = {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  } as const;
  execFileSync("apt-get", ["update", "-qq"], quiet);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet);
}

function onPath(wanted: readonly string[]): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebianAsRoot(): boolean {
  return isDebian() && process.getuid?.() === 0;
}

function isDebian(): boolean {
  return (
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
