import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Age } from "../../../src/ui/figures/age.tsx";
import { Banner } from "../../../src/ui/states/banner.tsx";
import { Button } from "../../../src/ui/actions/button.tsx";
import { Card } from "../../../src/ui/lists/card.tsx";
import { Change } from "../../../src/ui/figures/change.tsx";
import { CoinIcon } from "../../../src/ui/figures/coin-icon.tsx";
import { ListRow } from "../../../src/ui/lists/list-row.tsx";
import { HomeIcon } from "../../../src/ui/icons/navigation-icons.tsx";
import { Overlay } from "../../../src/ui/layers/overlay.tsx";
import { Price } from "../../../src/ui/figures/price.tsx";
import { Sheet } from "../../../src/ui/layers/sheet.tsx";
import { Skeleton, SkeletonRows } from "../../../src/ui/states/skeleton.tsx";
import { Sparkline } from "../../../src/ui/figures/sparkline.tsx";
import { Tabs } from "../../../src/ui/actions/tabs.tsx";
import { ToastStack } from "../../../src/ui/layers/toast-stack.tsx";

const nothing = () => {};

test("the parts of a prerendered page need no browser and carry no inline style, which the policy forbids", () => {
  const html = renderToStaticMarkup(
    <>
      <Tabs
        label="Markets"
        tabs={[{ id: "volume", label: "Volume" }]}
        selected="volume"
        onSelect={nothing}
      >
        <SkeletonRows count={3} />
        <Skeleton shape="block" width="half" />
        <ListRow
          lead={<CoinIcon code="BTC" url="/icons/btc.svg" />}
          title="BTC"
          middle={<Sparkline values={[1, 2, 3]} direction="up" />}
          value={<Price text="67,321.50" value={67_321.5} />}
          valueDetail={<Change value="-1.84" locale="en-US" arrow />}
          link={(link) => (
            <a href="/coins" {...link}>
              {link.children}
            </a>
          )}
        />
      </Tabs>
      <Card title="Total">
        <Age state="frozen" seconds={12} format={(state, seconds) => `${state} ${seconds}`} />
        <Button look="primary" icon={<HomeIcon />}>
          Log in
        </Button>
      </Card>
      <Banner tone="offline">Offline</Banner>
      <Sheet open={false} onClose={nothing} title="Sheet" closeLabel="Close">
        closed
      </Sheet>
      <ToastStack
        toasts={[]}
        onClose={nothing}
        onExpire={nothing}
        label="Notices"
        closeLabel="Close"
        closeAllLabel="Close all"
        typeLabels={{ success: "", error: "", warning: "", info: "" }}
      />
      <Overlay visible={false} label="Busy" />
    </>,
  );
  expect(html).not.toMatch(/\sstyle=/);
  expect(html).toContain("−1.84%");
  expect(html).not.toContain("closed");
});

test("prices of one column are filled with blanks, so that their decimal signs stand in line", () => {
  const priceOf = (text: string, decimals: number) =>
    renderToStaticMarkup(<Price text={text} decimals={decimals} alignDecimals={4} />).replace(
      /<[^>]+>/g,
      "",
    );
  expect(priceOf("67,321.50", 2)).toBe("67,321.50\u2007\u2007");
  expect(priceOf("0.1423", 4)).toBe("0.1423");
  expect(priceOf("12", 0)).toBe("12\u2008\u2007\u2007\u2007\u2007");
});

test("a change that rounds to zero has no sign, arrow or direction", () => {
  const html = renderToStaticMarkup(<Change value="0.004" locale="en-US" arrow />);
  expect(html).toContain('data-direction="none"');
  expect(html).not.toContain("<svg");
  expect(html).toContain(">0.00%<");
});
