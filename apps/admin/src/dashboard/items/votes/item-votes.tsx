import type { Item, ItemVotes as Votes, VoteSource } from '@libs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog';
import { Note } from '../../../ui/states/note';
import { QueryState } from '../../../ui/states/query-state';
import { formatDateTime } from '../../../ui/time/format-time';
import { useMayDo } from '../../api/team/role';
import { announce } from '../announcer';
import { PanelSection } from '../panel-section';
import { isSuddenRise } from './sudden-rise';
import { useRemoveSource, useVotes } from './vote-queries';
import styles from './votes.module.css';

const texts = t.votes;

/** The votes of visitors for an item; nothing without any. */
export function ItemVotes({ item }: { readonly item: Item }) {
  const { unconfirmed_votes: votes } = item;
  return votes === 0 ? null : <VotesSection item={item} />;
}

function VotesSection({ item }: { readonly item: Item }) {
  return (
    <PanelSection title={texts.title(item.unconfirmed_votes)}>
      <p className={styles.dimmed}>{texts.hint}</p>
      <QueryState query={useVotes(item)} loading={texts.loading} rows={1} failed={texts.failed}>
        {(votes) => <VoteFacts item={item} votes={votes} />}
      </QueryState>
    </PanelSection>
  );
}

function VoteFacts({ item, votes }: { readonly item: Item; readonly votes: Votes }) {
  const { last_day: recent, sources } = votes;
  return (
    <>
      {isSuddenRise(recent, item.unconfirmed_votes) && (
        <Note tone="warning">{texts.rise(recent, item.unconfirmed_votes)}</Note>
      )}
      {sources.length > 0 && (
        <ul className={styles.sources} aria-label={texts.sources}>
          {sources.map((source) => (
            <SourceRow key={source.source} item={item} source={source} />
          ))}
        </ul>
      )}
    </>
  );
}

function SourceRow({ item, source }: { readonly item: Item; readonly source: VoteSource }) {
  const mayChange = useMayDo('items.change');
  const [isOpen, setOpen] = useState(false);
  const remove = useRemoveSource(item, source.source);
  const close = () => setOpen(false);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: ({ data: { removed } }) => (close(), announce(texts.remove.done(removed))),
    });
  const { votes, votes_in_account: all, since } = source;
  return (
    <li className={styles.source}>
      <span>
        {texts.ofSource(votes)} <time dateTime={since}>{formatDateTime(since)}</time>
        {all > votes && ` · ${texts.inAccount(all)}`}
      </span>
      {mayChange && (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {texts.remove.open}
        </Button>
      )}
      {isOpen && (
        <ConfirmDialog
          title={texts.remove.title}
          text={texts.remove.text(all)}
          confirm={texts.remove.submit}
          danger
          action={remove}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </li>
  );
}
