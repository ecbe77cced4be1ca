/** `npm run dev`: the venue, restarted on change, and the app with hot reload, in one terminal. */
import { spawn, type ChildProcess } from "node:child_process";

const venuePort = process.env["PORT"] ?? "4170";
const children: ChildProcess[] = [
  spawn(process.execPath, ["--watch", "--watch-preserve-output", "venue/main.ts"], {
    stdio: "inherit",
    env: { ...process.env, PORT: venuePort, OPERATOR_PORT: process.env["OPERATOR_PORT"] ?? "4172" },
  }),
  spawn(
    process.execPath,
    ["node_modules/vite/bin/vite.js", "--port", process.env["APP_PORT"] ?? "4171", "--strictPort"],
    { stdio: "inherit", env: { ...process.env, PORT: venuePort } },
  ),
];

const stop = () => {
  for (const child of children) child.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) {
  child.on("exit", (code) => {
    stop();
    process.exitCode = code ?? 0;
  });
}
