import { useState } from "react";
import { StarIcon } from "../ui/icons/action-icons.tsx";
import { Banner } from "../ui/states/banner.tsx";
import { Button } from "../ui/actions/button.tsx";
import { Card } from "../ui/lists/card.tsx";
import { EmptyState } from "../ui/states/empty-state.tsx";
import { ErrorState } from "../ui/states/error-state.tsx";
import { Progress, Steps } from "../ui/states/progress.tsx";
import { Skeleton, SkeletonRows } from "../ui/states/skeleton.tsx";
import { GallerySection } from "./gallery-section.tsx";

/** Loading, empty, failed, and what a page says about itself. */
export function StatesSection() {
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState(true);
  return (
    <GallerySection name="States">
      <Banner tone="offline" live>
        Offline, data from 12:03
      </Banner>
      {shown && (
        <Banner tone="info" onClose={() => setShown(false)} closeLabel="Close notice">
          A new version is ready. It waits until you have nothing open.
        </Banner>
      )}
      <Banner
        tone="warning"
        action={
          <Button look="quiet" size="small" onClick={() => setShown(true)}>
            Verify
          </Button>
        }
      >
        Verify your identity to withdraw.
      </Banner>
      <Banner tone="danger">This account is frozen. Customer service can tell you why.</Banner>
      <Banner tone="success">Back online, up to date</Banner>
      <Card flush>
        <SkeletonRows count={3} />
      </Card>
      <Card>
        <Skeleton shape="title" width="half" />
        <Skeleton shape="figure" width="long" />
        <Skeleton shape="block" />
      </Card>
      <Card>
        <EmptyState
          icon={<StarIcon />}
          title="No favourites yet"
          action={<Button onClick={() => setTries(tries + 1)}>Add the five largest</Button>}
        >
          Tap the star beside a market and it appears here.
        </EmptyState>
      </Card>
      <Card>
        <ErrorState
          title="The order book did not load"
          retryLabel="Try again"
          busy={tries % 2 === 1}
          onRetry={() => setTries(tries + 1)}
        >
          The venue did not answer in time. Your form is kept.
        </ErrorState>
      </Card>
      <Steps
        label="Verification"
        current="front"
        steps={[
          { id: "data", label: "Your data" },
          { id: "front", label: "Front" },
          { id: "back", label: "Back" },
          { id: "check", label: "Check" },
        ]}
      />
      <Progress label="Uploading, 62 %" value={0.62} />
      <Progress label="Checking" />
      <Progress label="Margin used" value={0.91} tone="danger" bare />
    </GallerySection>
  );
}
