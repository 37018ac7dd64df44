import type { ChangedStatus, Item } from '@libs/contract';
import { BATCH_MAX } from '@libs/feedback';
import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../../messages';
import { EmptyState } from '../../../../ui/states/empty-state';
import { ErrorState } from '../../../../ui/states/error-state';
import { useItem } from '../../../api/items/item-queries';
import { useCachedSession } from '../../../api/session';
import { useStatusMessages } from '../message-queries';
import type { TellItem } from '../tell-target';
import { OtherDialog, Pending } from './other-dialog';
import { changedItems } from './previous-status';
import { TellForm } from './tell-form';

const texts = t.statusMessages.dialog;

interface Props {
  readonly items: readonly TellItem[];
  readonly onClose: () => void;
}

/** Tells the people who follow items about their status (status-messages.md 6). */
export function TellDialog({ items, onClose }: Props) {
  const setting = useCachedSession()?.status_messages;
  if (setting === null) {
    const { title, text, variables } = texts.noMail;
    return (
      <OtherDialog onClose={onClose}>
        <EmptyState title={title} hint={text} />
        <Code block>{variables}</Code>
      </OtherDialog>
    );
  }
  if (items.length > BATCH_MAX) {
    return (
      <OtherDialog onClose={onClose}>
        <EmptyState title={t.statusMessages.tooMany(BATCH_MAX)} />
      </OtherDialog>
    );
  }
  return <ChangedItems items={items} onClose={onClose} />;
}

/** Finds out which status the items had before. */
function ChangedItems({ items, onClose }: Props) {
  const only = items.length === 1 ? items[0]!.id : null;
  const item = useItem(only).data;
  const messages = useStatusMessages(only);
  const changed = useQuery({
    queryKey: ['feedback', 'changed-statuses', items],
    queryFn: () => changedItems(items),
    gcTime: 0,
  });
  if (changed.error) {
    return (
      <OtherDialog onClose={onClose}>
        <ErrorState title={texts.failed} error={changed.error} onRetry={() => void changed.refetch()} />
      </OtherDialog>
    );
  }
  const isLoaded = only === null || (item !== undefined && !messages.isPending);
  if (!changed.data || !isLoaded) return <Pending />;
  if (isChanged(changed.data, item)) {
    return <TellForm items={changed.data} item={item} messages={messages.data ?? []} onClose={onClose} />;
  }
  return (
    <OtherDialog onClose={onClose}>
      <EmptyState title={texts.unchanged.title} hint={texts.unchanged.text} />
    </OtherDialog>
  );
}

/** False if no item has another status than before, as far as it is known. */
const isChanged = (items: readonly ChangedStatus[], only: Item | undefined): boolean =>
  items.some(({ previous_status: before }) => only?.status !== before);
