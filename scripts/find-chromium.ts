import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const debianPackages = ["chromium", "fonts-noto-cjk", "fonts-liberation"];

/**
 * The Chromium the browser tests use: `CHROMIUM_PATH`, else one on the machine, else, on Debian as root,
 * one installed now. Throws a sentence that says what to install.
 */
export function findChromium(): string {
  const found = process.env["CHROMIUM_PATH"] ?? installed();
  if (found) return found;
  if (isDebian() && process.getuid?.() === 0) {
    const quiet = {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    } as const;
    execFileSync("apt-get", ["update", "-qq"], quiet);
    execFileSync(
      "apt-get",
      ["install", "-y", "-qq", "--no-install-recommends", ...debianPackages],
      quiet,
    );
    const fresh = installed();
    if (fresh) return fresh;
  }
  throw new Error(
    isDebian()
      ? `The browser tests need Chromium. Run: sudo apt-get install ${debianPackages.join(" ")}`
      : "The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to its executable.",
  );
}

function installed(): string | undefined {
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...places].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebian(): boolean {
  return (
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
