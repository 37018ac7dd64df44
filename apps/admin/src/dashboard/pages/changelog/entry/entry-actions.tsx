import type { ChangelogEntry } from '@libs/contract';
import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { t } from '../../../../messages';
import { usePublicPages } from '../../../api/public-pages';

const texts = t.changelog.entry;

interface Props {
  readonly entry: ChangelogEntry;
  readonly isPending: boolean;
  readonly onPublish: () => void;
  readonly onUnpublish: () => void;
  readonly onRemove: () => void;
}

/** What members do with a saved entry. */
export function EntryActions({ entry, isPending, onPublish, onUnpublish, onRemove }: Props) {
  // Without the permission to read the settings, they are not known.
  const isOff = usePublicPages().data?.changelog === false;
  const isPublished = entry.status === 'published';
  return (
    <>
      <Button variant="default" color="red" onClick={onRemove}>
        {texts.remove}
      </Button>
      {isPublished && !isOff && (
        <Button
          component="a"
          href={entry.url}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<ExternalLink size={14} />}
        >
          {texts.view}
        </Button>
      )}
      {isPublished ? (
        <Button variant="default" disabled={isPending} onClick={onUnpublish}>
          {texts.unpublish}
        </Button>
      ) : (
        <Button disabled={isPending} onClick={onPublish}>
          {texts.publish}
        </Button>
      )}
    </>
  );
}
