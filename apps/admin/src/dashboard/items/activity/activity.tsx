import type { Actor, Item } from '@libs/contract';
import { Stack } from '@mantine/core';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { MoreButton } from '../../../ui/states/more-button';
import { useMayDo } from '../../api/team/role';
import { PanelSection } from '../panel-section';
import { ThreadMessage } from '../status-messages/thread-message';
import { useActorName } from './actor-names';
import { useActivity } from './activity-queries';
import { useLinkedNote } from './use-linked-note';
import styles from './activity.module.css';
import { NoteComposer } from './note-composer';
import type { ThreadEntry } from './thread';
import { ThreadChange } from './thread-change';
import { ThreadNote } from './thread-note';

const texts = t.activity;

/** Notes about an item and its history, in one list, with a field for a new note. */
export function Activity({ item }: { item: Item }) {
  const mayWrite = useMayDo('items.change');
  return (
    <PanelSection title={texts.title}>
      <Stack gap="sm" mt="xs" fz="sm">
        {mayWrite && <NoteComposer itemId={item.id} />}
        <ActivityThread item={item} />
      </Stack>
    </PanelSection>
  );
}

function ActivityThread({ item }: { item: Item }) {
  const activity = useActivity(item);
  const linked = useLinkedNote(activity);
  const nameOf = useActorName(activity.entries.map(actorOf), texts.actors);
  if (activity.error) {
    return <ErrorState title={texts.failed} error={activity.error} onRetry={activity.refetch} />;
  }
  if (activity.isPending) return <LoadingRows label={texts.loading} rows={2} />;
  return (
    <>
      <ul className={styles.thread} aria-label={texts.list}>
        {activity.entries.map((entry) =>
          entry.kind === 'message' ? (
            <ThreadMessage key={entry.key} message={entry.message} actor={nameOf(entry.message.actor)} />
          ) : entry.kind === 'note' ? (
            <ThreadNote
              key={entry.key}
              itemId={item.id}
              note={entry.note}
              isLinked={entry.note.id === linked}
              author={entry.note.author_name ?? nameOf(entry.note.author)}
              addedBy={entry.note.author_name === null ? null : nameOf(entry.note.author)}
            />
          ) : (
            <ThreadChange key={entry.key} change={entry.change} actor={nameOf(entry.change.actor)} />
          ),
        )}
      </ul>
      <MoreButton
        list={{
          hasNextPage: activity.next.length > 0,
          isFetchingNextPage: activity.isLoadingMore,
          isFetchNextPageError: activity.isMoreFailed,
          fetchNextPage: activity.loadMore,
        }}
        size="compact-md"
        failed={texts.moreFailed}
      >
        {texts.more}
      </MoreButton>
    </>
  );
}

function actorOf(entry: ThreadEntry): Actor {
  if (entry.kind === 'note') return entry.note.author;
  return entry.kind === 'change' ? entry.change.actor : entry.message.actor;
}
