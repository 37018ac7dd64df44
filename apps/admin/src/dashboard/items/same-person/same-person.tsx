import type { Item, ListPage } from '@libs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { t } from '../../../messages';
import { ErrorText } from '../../../ui/states/error-text';
import { StatusIcon } from '../../../ui/badges/status-icon';
import { call } from '../../api/requests/client';
import { withParams } from '../filters/item-filter';
import { PanelSection } from '../panel-section';
import { useHiddenItems } from '../mutations/item-mutations';
import styles from './same-person.module.css';

const texts = t.samePerson;
const SHOWN_MAX = 5;

/** Other items with the same email address: the newest ones, and a link to all. Nothing without other items. */
export function SamePerson({ item }: { item: Item }) {
  const email = item.submitter_email;
  return email === null ? null : <OtherItems id={item.id} email={email} />;
}

function OtherItems({ id, email }: { id: string; email: string }) {
  const [params] = useSearchParams();
  const hidden = useHiddenItems();
  const list = useQuery({
    queryKey: ['feedback', 'same-person', email.toLowerCase()],
    queryFn: ({ signal }) => {
      // One more than shown, for the item itself, and one that tells whether there are more.
      const query = new URLSearchParams({
        submitter_email: email,
        // Otherwise, the list would contain the targets of this person's items instead.
        merged: 'include',
        limit: String(SHOWN_MAX + 2),
      });
      return call<ListPage<Item>>('GET', `feedback?${query}`, { signal });
    },
  });
  const others = (list.data?.data ?? []).filter((item) => item.id !== id && !hidden.has(item.id));
  if (!list.isError && others.length === 0) return null;
  return (
    <PanelSection title={texts.title}>
      {list.data ? (
        <ul>
          {others.slice(0, SHOWN_MAX).map((item) => (
            <li key={item.id}>
              <Link to={{ search: `${withParams(params, { item: item.id })}` }} className={styles.link}>
                <StatusIcon status={item.status} />
                <span className="visually-hidden">{t.ui.statuses[item.status]}: </span>
                <span className={`truncate ${styles.title}`}>{item.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ErrorText>
          {texts.failed}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => void list.refetch()}>
            {texts.retry}
          </Button>
        </ErrorText>
      )}
      {others.length > SHOWN_MAX && (
        <Link to={`/inbox?${new URLSearchParams({ sender: email })}`} className={styles.all}>
          {texts.all}
        </Link>
      )}
    </PanelSection>
  );
}
