import { Button, Stack } from '@mantine/core';
import { Activity, ArrowUp } from 'lucide-react';
import { useActorName } from '../../../items/activity/actor-names';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { MoreButton } from '../../../../ui/states/more-button';
import { QueryState } from '../../../../ui/states/query-state';
import { useFallbackFocus } from '../../../../ui/focus/use-fallback-focus';
import { EventRow } from './event-row';
import styles from './events.module.css';
import { LIVE_MAX } from './live-events';
import type { EventFeed } from './use-event-feed';

const texts = t.events;

interface Props {
  readonly feed: EventFeed;
  readonly onShowAll: () => void;
}

/** The events, or why there are none. */
export function EventList({ feed, onShowAll }: Props) {
  const { pages, events } = feed;
  const nameOf = useActorName(
    events.map(({ actor }) => actor),
    texts.actors,
  );
  const isWaiting = feed.waitingCount > 0 || feed.isFull;
  const area = useFallbackFocus(String(isWaiting));
  return (
    <QueryState query={pages} loading={texts.loading} rows={8} height={45} failed={texts.failed}>
      {() =>
        events.length > 0 || isWaiting ? (
          <div ref={area} tabIndex={-1} className={styles.area}>
            {isWaiting && <WaitingButton feed={feed} />}
            <Stack gap="md">
              <ul ref={feed.list} aria-label={texts.list}>
                {events.map((event) => (
                  <EventRow
                    key={event.id}
                    event={event}
                    actor={nameOf(event.actor)}
                    isNew={feed.isNew(event.id)}
                    isExpanded={feed.isExpanded(event.id)}
                    onToggle={() => feed.toggle(event.id)}
                  />
                ))}
              </ul>
              <MoreButton list={pages} failed={texts.olderFailed}>
                {texts.older}
              </MoreButton>
            </Stack>
          </div>
        ) : (
          <NoEvents feed={feed} onShowAll={onShowAll} />
        )
      }
    </QueryState>
  );
}

/** Lies above the list, so that it doesn't move. */
function WaitingButton({ feed }: { readonly feed: EventFeed }) {
  return (
    <div className={styles.waiting}>
      <Button
        size="compact-sm"
        radius="xl"
        leftSection={<ArrowUp size={14} />}
        onClick={() => {
          feed.showWaiting();
          window.scrollTo({ top: 0 });
        }}
      >
        {feed.isFull ? texts.waiting(LIVE_MAX, true) : texts.waiting(feed.waitingCount, false)}
      </Button>
    </div>
  );
}

function NoEvents({ feed: { pages, type }, onShowAll }: Props) {
  if (!type) {
    return <EmptyState icon={<Activity size={20} />} title={texts.emptyTitle} hint={texts.emptyText} />;
  }
  return (
    <EmptyState
      icon={<Activity size={20} />}
      title={texts.noneTitle(type)}
      hint={pages.hasNextPage ? texts.noneSoFar : texts.noneText}
    >
      <MoreButton list={pages} failed={texts.olderFailed}>
        {texts.search}
      </MoreButton>
      <Button variant="default" onClick={onShowAll}>
        {texts.showAll}
      </Button>
    </EmptyState>
  );
}
