import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./databases.ts";

/** Whether this user may mount a disk at all. */
export const canMount = spawnSync("mount", ["--help"]).status === 0 && process.getuid?.() === 0;

/** The folder of a disk of so many MB, which lasts as long as the test; undefined where the machine lets nobody mount one. */
export function smallDisk(mb: number): string | undefined {
  const folder = temporaryDirectory();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m`, "tmpfs", folder]);
  if (status !== 0) return undefined;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}
