import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import {
  startVenue,
  readAnswer,
  type TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";

const order = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  value: "100",
  client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
};
const star = { symbol: "btcusdt", collect: 1 };

/** Sends the headers of a write and its body without the end; the answer comes after the end is sent. */
function withhold(venue: TestVenue, client: TestClient, path: string, value: object) {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let letGo = () => undefined as void;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  let begun = () => undefined as void;
  const isRead = new Promise<void>((resolve) => (begun = resolve));
  const body = new ReadableStream<Uint8Array>(
    {
      start: (to) => to.enqueue(bytes.slice(0, 5)),
      async pull(to) {
        begun();
        await isLetGo;
        to.enqueue(bytes.slice(5));
        to.close();
      },
    },
    { highWaterMark: 1 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method: "POST",
    headers: { "content-type": "application/json", ...client.sign() },
    body,
    duplex: "half",
  };
  const answer = venue.fetch(path, init).then((response) => readAnswer(response));
  return { isRead, letGo: () => letGo(), answer };
}

/** What may happen between the headers and the end of a body, and the status that the write then gets. */
const meanwhile: Record<
  string,
  { does: (venue: TestVenue, client: TestClient) => Promise<unknown>; status: number }
> = {
  "the user is blocked": { does: (venue, client) => venue.setStatus(client, 2), status: 300001 },
  "the user is prohibited": { does: (venue, client) => venue.setStatus(client, 3), status: 401 },
  "the user is frozen": { does: (venue, client) => venue.setStatus(client, 1), status: 402 },
  "the session is ended": {
    does: (_, client) => client.ask(api.session.logout, {}),
    status: 401,
  },
};

describe.each(Object.entries(meanwhile))(
  "while a body is held back, %s",
  (_name, { does, status }) => {
    test.each([
      ["within the second", api.market.setCollect.path, star, 0],
      ["seconds later", api.market.setCollect.path, star, 5000],
      ["and it is an order", api.spot.coinPlaceOrder.path, order, 0],
    ] as const)("%s", async (_when, path, value, laterMs) => {
      const venue = await startVenue();
      const ada = await venue.user();
      const held = withhold(venue, ada, path, value);
      await held.isRead;
      await does(venue, ada);
      await venue.wind(laterMs);
      held.letGo();
      expect((await held.answer).status).toBe(status);
      expect(
        await venue.store.read((db) => db.selectFrom("collect").selectAll().execute()),
      ).toEqual([]);
      expect(
        await venue.store.read((db) => db.selectFrom("spot_order").selectAll().execute()),
      ).toEqual([]);
    });
  },
);

test("an order is accepted when its body has come whole, not when its headers came", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  const held = withhold(venue, ada, api.spot.coinPlaceOrder.path, order);
  await held.isRead;
  await venue.wind(5000);
  held.letGo();
  expect((await held.answer).status).toBe(0);
  const row = await venue.store.read((db) =>
    db.selectFrom("spot_order").select("accepted_at").executeTakeFirstOrThrow(),
  );
  expect(row.accepted_at).toBe(venue.now());
});
