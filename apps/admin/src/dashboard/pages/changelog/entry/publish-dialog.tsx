import type { ChangelogEntry, EntryChange } from '@libs/contract';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { ConfirmDialog } from '../../../../ui/forms/confirm-dialog';
import { Note } from '../../../../ui/states/note';
import { QueryState } from '../../../../ui/states/query-state';
import { useChangeEntry, useEntryAudience, useEntryPreview } from '../../../api/changelog';
import { usePublicPages } from '../../../api/public-pages';
import { useCachedSession } from '../../../api/session';
import { notify } from '../../../items/notices';
import { withKnownItems } from '../entry-draft';
import { canTell } from './can-tell';

const texts = t.changelog.publishing;
const telling = t.changelog.telling;

interface Props {
  readonly entry: ChangelogEntry;
  /** Unsaved changes, which are saved with it. */
  readonly change: EntryChange;
  readonly itemIds: readonly string[];
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

/** Publishes an entry, ships its items, and tells people, if that is chosen. Of a published one, people can be told later. */
export function PublishDialog({ entry, change, itemIds, onPublished, onClose }: Props) {
  const publish = useChangeEntry(entry.id);
  const preview = useEntryPreview({ items: itemIds });
  const items = preview.data?.items ?? [];
  const isOff = usePublicPages().data?.changelog === false;
  const setting = useCachedSession()?.status_messages ?? null;
  const isPublished = entry.status === 'published';
  const isTellable = setting !== null && canTell(entry);
  const [shipsItems, setShipsItems] = useState(true);
  const [tells, setTells] = useState(isPublished || setting !== 'never');
  const unshipped = items.filter(({ status }) => status !== 'shipped').length;
  const isShipping = shipsItems && unshipped > 0;
  const ids = preview.data ? items.map(({ id }) => id) : itemIds;
  const audience = useEntryAudience(ids, isTellable && !preview.isPending);
  const counted = audience.data?.[isShipping ? 'recipients_if_shipped' : 'recipients'];
  const recipients = isTellable && tells ? (counted ?? 0) : 0;
  const submit = () =>
    publish.mutate(
      {
        ...withKnownItems(change, preview.data?.items),
        status: 'published',
        set_shipped: isShipping,
        ...(recipients > 0 && { notify: true }),
      },
      {
        onSuccess: () => {
          const parts = [
            ...(isPublished ? [] : [t.changelog.entry.publishedNotice]),
            ...(recipients > 0 ? [telling.notice(recipients)] : []),
          ];
          notify({ text: parts.join(' ') });
          onPublished();
          onClose();
        },
      },
    );
  const confirm = recipients > 0 ? texts.submitAndTell(recipients) : texts.submit;
  return (
    <ConfirmDialog
      title={isPublished ? telling.title : texts.title}
      text={isPublished ? telling.text : texts.text}
      confirm={isPublished ? telling.submit(recipients) : confirm}
      disabled={
        preview.isPending || (isTellable && (audience.isPending || (isPublished && recipients === 0)))
      }
      action={publish}
      onConfirm={submit}
      onClose={onClose}
    >
      {isOff && <Note tone="warning">{texts.off}</Note>}
      {unshipped > 0 && (
        <Checkbox
          label={texts.ship(unshipped)}
          checked={shipsItems}
          onChange={({ currentTarget: { checked } }) => setShipsItems(checked)}
        />
      )}
      {isTellable && (
        <QueryState query={audience} loading={texts.loading} rows={1} failed={texts.failed}>
          {() =>
            counted === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.noOne}
              </Text>
            ) : (
              <Checkbox
                label={texts.tell(counted!)}
                description={texts.tellHint}
                checked={tells}
                disabled={isPublished}
                onChange={({ currentTarget: { checked } }) => setTells(checked)}
              />
            )
          }
        </QueryState>
      )}
    </ConfirmDialog>
  );
}
