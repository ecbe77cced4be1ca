/** The empty page of our stack, as a peer: React, router, query and jotai, one row, a worker, and nothing else. */
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { atom, Provider, useAtomValue } from "jotai";
import { createRoot } from "react-dom/client";

const symbolAtom = atom("BTC/USDT");

function Row() {
  const { data } = useQuery({
    queryKey: ["price"],
    queryFn: () => "72,000.00",
    initialData: "72,000.00",
  });
  return (
    <table>
      <tbody>
        <tr className="market">
          <td>{useAtomValue(symbolAtom)}</td>
          <td>{data}</td>
        </tr>
      </tbody>
    </table>
  );
}

const rootRoute = createRootRoute();
const router = createRouter({
  routeTree: rootRoute.addChildren([
    createRoute({ getParentRoute: () => rootRoute, path: "/", component: Row }),
  ]),
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <Provider>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </Provider>,
);
