/**
 * Before each test file of the app its modules are read again, since a session, a clock or a store of theirs is one for
 * the whole page. The libraries stay: to read them for each file costs half of the CPU of these tests.
 */
import { vi } from "vitest";

vi.resetModules();
