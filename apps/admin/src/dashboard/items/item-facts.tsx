import type { Item } from '@libs/contract';
import type { ReactNode } from 'react';
import { useMayDo } from '../api/team/role';
import { t } from '../../messages';
import { CopyButton } from '../../ui/code/copy-button';
import { RelativeTime } from '../../ui/relative-time';
import { ItemAssignee } from './assignee/item-assignee';
import { ItemRequests } from './duplicates/item-requests';
import styles from './items.module.css';
import { ItemTags } from './tags/item-tags';

/** The fields of an item besides its text and status. */
export function ItemFacts({ item }: { item: Item }) {
  const { submitter_email: email, external_id: externalId } = item;
  const isMerged = item.merged_into !== null;
  const mayChange = useMayDo('items.change') && !isMerged;
  return (
    <dl className={styles.facts}>
      {isMerged && <FactRow name={t.items.fields.status}>{t.ui.statuses[item.status]}</FactRow>}
      {(mayChange || item.tags.length > 0) && (
        <FactRow name={t.items.fields.tags}>
          <ItemTags item={item} />
        </FactRow>
      )}
      {(mayChange || item.assignee) && (
        <FactRow name={t.items.fields.assignee}>
          <ItemAssignee item={item} />
        </FactRow>
      )}
      {!isMerged && (
        <FactRow name={t.items.fields.requests}>
          <ItemRequests item={item} />
        </FactRow>
      )}
      <FactRow name={t.items.fields.submitter}>
        {email ? (
          <a href={mailTo(email)}>{email}</a>
        ) : (
          <span className={styles.dimmed}>{t.items.anonymous}</span>
        )}
      </FactRow>
      <FactRow name={t.items.fields.source}>{t.items.sources[item.source] ?? item.source}</FactRow>
      {externalId && (
        <FactRow name={t.items.fields.externalId}>
          <span className={styles.copyable}>
            {externalId}
            <CopyButton value={externalId} label={t.items.copyExternalId} />
          </span>
        </FactRow>
      )}
      <FactRow name={t.items.fields.created}>
        <RelativeTime value={item.created_at} />
      </FactRow>
      {item.updated_at !== item.created_at && (
        <FactRow name={t.items.fields.updated}>
          <RelativeTime value={item.updated_at} />
        </FactRow>
      )}
    </dl>
  );
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Encodes the email address as one recipient, so that it cannot add parameters such as `?bcc=`. */
const mailTo = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
