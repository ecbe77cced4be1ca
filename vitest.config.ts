import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [babel({ presets: [linguiTransformerBabelPreset()] }), lingui()],
  test: {
    environment: "node",
    include: ["tests/*.test.ts", "tests/{protocol,app,sw,venue,journeys,browser}/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/harness/postgres.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
