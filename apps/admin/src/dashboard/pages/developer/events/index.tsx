import type { EventType } from '@libs/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { Announcer } from '../../../items/announcer';
import { EventList } from './event-list';
import { EventTypeFilter, isEventType } from './event-types';
import styles from './events.module.css';
import { LiveControls } from './live-controls';
import { useEventFeed } from './use-event-feed';

const texts = t.events;

export default function EventsPage() {
  const [params, setParams] = useSearchParams();
  const type = params.get('type');
  const [isPaused, setPaused] = useState(false);
  const feed = useEventFeed(isEventType(type) ? type : null, isPaused);
  const pause = (next: boolean) => {
    setPaused(next);
    if (!next) feed.showWaiting();
  };
  const choose = (next: EventType | null) => setParams(next ? { type: next } : {}, { replace: true });
  return (
    <>
      <Section
        title={texts.title}
        hint={texts.lead}
        actions={
          <div className={styles.controls}>
            <EventTypeFilter type={feed.type} onChoose={choose} />
            <LiveControls isConnected={feed.isConnected} isPaused={isPaused} onPause={pause} />
          </div>
        }
      >
        <EventList feed={feed} onShowAll={() => choose(null)} />
      </Section>
      <Announcer />
    </>
  );
}
