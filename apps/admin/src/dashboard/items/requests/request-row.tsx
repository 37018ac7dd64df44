import type { Item, ItemRequest } from '@libs/contract';
import { Coins, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { IconButton } from '../../../ui/icon-button';
import { lazyDialog } from '../../../ui/lazy-dialog';
import { RelativeTime } from '../../../ui/time/relative-time';
import { useMayDo } from '../../api/team/role';
import { announce } from '../announcer';
import { focusNextRow } from '../duplicates/focus-next-row';
import { ItemLink } from '../links/item-links';
import { VerifiedMark } from '../verified-mark';
import { formatValue } from './format-value';
import { hostOf, whoAsks } from './request-facts';
import { useRemoveRequest } from './request-queries';
import styles from './requests.module.css';

const texts = t.requests;
const RequestDialog = lazyDialog(async () => (await import('./request-dialog')).RequestDialog);

interface Props {
  /** In whose panel the request is. */
  readonly item: Item;
  readonly request: ItemRequest;
  /** The title of the duplicate that it asks for, empty if it is not known; null if it asks for the item itself. */
  readonly duplicate: string | null;
}

/** One person, or several, who ask for an item. */
export function RequestRow({ item, request, duplicate }: Props) {
  const mayChange = useMayDo('items.change');
  const row = useRef<HTMLLIElement>(null);
  // After a deletion, the focus is on a button of the row until the list is loaded again.
  useLayoutEffect(() => {
    const element = row.current!;
    return () => {
      if (element.contains(document.activeElement)) focusNextRow(element);
    };
  }, []);
  const { email, name, company, value, quote, link, count } = request;
  const source = texts.sources[request.source] ?? t.items.sources[request.source] ?? request.source;
  return (
    <li ref={row} className={styles.request}>
      <div className={styles.head}>
        <div className={styles.who}>
          {name !== null && <strong>{name}</strong>}
          {email !== null && <AddressLink email={email} />}
          {email !== null && <VerifiedMark isVerified={request.verified} />}
          {company !== null && (
            <span className={(name ?? email) ? styles.company : styles.name}>{company}</span>
          )}
          {name === null && email === null && company === null && (
            <span className={styles.name}>{count > 1 ? texts.people(count) : texts.anonymous}</span>
          )}
          {count > 1 && (name ?? company) !== null && (
            <span className={styles.mark}>{texts.people(count)}</span>
          )}
          {request.id === request.feedback_id && <span className={styles.mark}>{texts.submission}</span>}
        </div>
        {value !== null && (
          <span className={styles.value} title={texts.fields.value}>
            <span className="visually-hidden">{texts.fields.value} </span>
            <Coins size={13} />
            {formatValue(value)}
          </span>
        )}
        {mayChange && <RowActions item={item} request={request} />}
      </div>
      {quote !== null && <blockquote className={styles.quote}>{quote}</blockquote>}
      <div className={styles.facts}>
        {source} · <RelativeTime value={request.created_at} />
        {duplicate !== null && (
          <>
            {' '}
            · {texts.from}{' '}
            <ItemLink id={request.feedback_id}>
              {duplicate === '' ? texts.duplicate : t.duplicates.title(duplicate)}
            </ItemLink>
          </>
        )}
        {link !== null && (
          <>
            {' '}
            ·{' '}
            <a href={link} target="_blank" rel="noopener nofollow" title={link} className={styles.link}>
              {hostOf(link)}
              <ExternalLink size={12} />
              <span className="visually-hidden"> ({texts.newTab})</span>
            </a>
          </>
        )}
      </div>
    </li>
  );
}

const AddressLink = ({ email }: { readonly email: string }) => (
  <Link
    to={`/inbox?${new URLSearchParams({ requested_by: email })}`}
    className={styles.address}
    title={texts.allOf(email)}
  >
    {email}
  </Link>
);

function RowActions({ item, request }: Pick<Props, 'item' | 'request'>) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const remove = useRemoveRequest(item, request);
  const who = whoAsks(request);
  const close = () => setOpen(null);
  const confirm = () => remove.mutate(undefined, { onSuccess: () => (close(), announce(texts.remove.done)) });
  return (
    <div className={styles.actions}>
      <IconButton
        size={28}
        icon={Pencil}
        label={texts.edit.open(who)}
        tooltip={texts.edit.tooltip}
        onClick={() => setOpen('edit')}
      />
      {request.id !== request.feedback_id && (
        <IconButton
          size={28}
          icon={Trash2}
          label={texts.remove.open(who)}
          tooltip={texts.remove.tooltip}
          onClick={() => setOpen('remove')}
        />
      )}
      {open === 'edit' && <RequestDialog item={item} request={request} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts.remove.title}
          text={texts.remove.text(who)}
          confirm={texts.remove.submit}
          danger
          action={remove}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </div>
  );
}
