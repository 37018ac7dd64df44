import { Button } from '@mantine/core';
import { Activity, ArrowUp } from 'lucide-react';
import { useActorName } from '../../../items/activity/actor-names';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { useFallbackFocus } from '../../../../ui/use-fallback-focus';
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
  if (pages.isPending) return <LoadingRows label={texts.loading} rows={8} height={45} />;
  if (!pages.data) {
    return <ErrorState title={texts.failed} error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (events.length === 0 && !isWaiting) return <NoEvents feed={feed} onShowAll={onShowAll} />;
  return (
    <div ref={area} tabIndex={-1} className={styles.area}>
      {isWaiting && <WaitingButton feed={feed} />}
      <ul ref={feed.list} className={styles.list} aria-label={texts.list}>
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
      {pages.hasNextPage && <OlderButton pages={pages} label={texts.older} />}
    </div>
  );
}

/** Lies above the list, so that it doesn't move. */
function WaitingButton({ feed }: { readonly feed: EventFeed }) {
  return (
    <div className={styles.waiting}>
      <Button
        size="compact-sm"
        radius="xl"
        leftSection={<ArrowUp size={14} aria-hidden />}
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

function OlderButton({ pages, label }: { readonly pages: EventFeed['pages']; readonly label: string }) {
  return (
    <div className={styles.older}>
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage({ cancelRefetch: false })}
      >
        {label}
      </Button>
      {pages.isFetchNextPageError && (
        <span role="alert" className={styles.failed}>
          {texts.olderFailed}
        </span>
      )}
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
      {pages.hasNextPage && <OlderButton pages={pages} label={texts.search} />}
      <Button variant="default" onClick={onShowAll}>
        {texts.showAll}
      </Button>
    </EmptyState>
  );
}
