import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import { defineConfig } from "vitest/config";
import { textParts } from "./scripts/text-parts.ts";

export default defineConfig({
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    lingui(),
    textParts({ mayMiss: true }),
  ],
  test: {
    environment: "node",
    globalSetup: ["tests/harness/postgres.ts"],
    testTimeout: 150_000,
    hookTimeout: 120_000,
    // Two cores carry the browsers, the venues and the database: a state that is polled for may be a while in coming.
    expect: { poll: { timeout: 20_000 } },
    // Tests of screens wait most of the time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "code",
          include: ["tests/*.test.ts", "tests/{protocol,app,sw,venue,journeys}/**/*.test.{ts,tsx}"],
        },
      },
      // A page that two busy cores kept from something once is looked at again, and vitest says so.
      {
        extends: true,
        test: { name: "browser", include: ["tests/browser/**/*.test.ts"], retry: 1 },
      },
    ],
  },
});
