/** Before each test file: a clock or a global that a failed test of another file has left in its place is taken away. */
import { vi } from "vitest";

vi.unstubAllGlobals();
vi.useRealTimers();
