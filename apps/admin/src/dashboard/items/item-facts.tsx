import type { Item } from '@libs/contract';
import { Group } from '@mantine/core';
import { useMayDo } from '../api/team/role';
import { t } from '../../messages';
import { CopyButton } from '../../ui/code/copy-button';
import { Fact, Facts } from '../../ui/layout/facts';
import { RelativeTime } from '../../ui/time/relative-time';
import { ItemAssignee } from './assignee/item-assignee';
import { DuplicatesFact } from './duplicates/duplicates-fact';
import styles from './items.module.css';
import { ItemTags } from './tags/item-tags';
import { VerifiedMark } from './verified-mark';

/** The fields of an item besides its text and status. */
export function ItemFacts({ item }: { item: Item }) {
  const { submitter_email: email, external_id: externalId } = item;
  const isMerged = item.merged_into !== null;
  const mayChange = useMayDo('items.change') && !isMerged;
  return (
    <Facts className={`${styles.section} ${styles.facts}`}>
      {isMerged && <Fact label={t.items.fields.status}>{t.ui.statuses[item.status]}</Fact>}
      {(mayChange || item.tags.length > 0) && (
        <Fact label={t.items.fields.tags}>
          <ItemTags item={item} />
        </Fact>
      )}
      {(mayChange || item.assignee) && (
        <Fact label={t.items.fields.assignee}>
          <ItemAssignee item={item} />
        </Fact>
      )}
      {(mayChange || item.duplicate_count > 0) && (
        <Fact label={t.items.fields.duplicates}>
          <DuplicatesFact item={item} />
        </Fact>
      )}
      <Fact label={t.items.fields.submitter}>
        {email ? (
          <Group gap="xs">
            <a href={mailTo(email)}>{email}</a>
            <VerifiedMark isVerified={item.verified} />
          </Group>
        ) : (
          <span className={styles.dimmed}>{t.items.anonymous}</span>
        )}
      </Fact>
      <Fact label={t.items.fields.source}>{t.items.sources[item.source] ?? item.source}</Fact>
      {externalId && (
        <Fact label={t.items.fields.externalId}>
          <Group gap="xs" wrap="nowrap">
            {externalId}
            <CopyButton value={externalId} label={t.items.copyExternalId} />
          </Group>
        </Fact>
      )}
      <Fact label={t.items.fields.created}>
        <RelativeTime value={item.created_at} />
      </Fact>
      {item.updated_at !== item.created_at && (
        <Fact label={t.items.fields.updated}>
          <RelativeTime value={item.updated_at} />
        </Fact>
      )}
    </Facts>
  );
}

/** Encodes the email address as one recipient, so that it cannot add parameters such as `?bcc=`. */
const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
