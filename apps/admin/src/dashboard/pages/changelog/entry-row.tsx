import type { ChangelogEntry } from '@libs/contract';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { Pill } from '../../../ui/badges/pill';
import { RowText } from '../../../ui/layout/list';
import { RelativeTime } from '../../../ui/time/relative-time';

const texts = t.changelog;

/** An entry with its status, which leads to its page. */
export function EntryRow({ entry }: { readonly entry: ChangelogEntry }) {
  const { id, title, items, status, published_at: publishedAt, created_at: createdAt } = entry;
  const isPublished = status === 'published' && publishedAt !== null;
  return (
    <li>
      <RowText
        title={
          <Anchor component={Link} to={`/changelog/${id}`}>
            <bdi>{title}</bdi>
          </Anchor>
        }
      >
        {isPublished ? texts.published : texts.created}{' '}
        <RelativeTime value={isPublished ? publishedAt : createdAt} />
        {items.length > 0 && ` · ${texts.about(items.length)}`}
      </RowText>
      <Pill tone={isPublished ? 'good' : 'neutral'}>{texts.status[status]}</Pill>
    </li>
  );
}
