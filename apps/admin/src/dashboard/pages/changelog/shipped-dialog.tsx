import type { UnusedCard } from '@libs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { Hint } from '../../../ui/hint';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorNote } from '../../../ui/states/error-note';
import { Note } from '../../../ui/states/note';
import { QueryState } from '../../../ui/states/query-state';
import { useUnusedCards } from '../../api/changelog';
import styles from './changelog.module.css';
import { fittingCards, type EntryDraft } from './entry-draft';

const texts = t.changelog.shipped;

interface Props {
  readonly submit: (count: number) => string;
  /** The unsaved entry that they are added to. */
  readonly draft?: Pick<EntryDraft, 'text' | 'items'>;
  /** The mutation that the dialog starts. */
  readonly action?: { readonly isPending: boolean; readonly error: Error | null };
  readonly onChoose: (cards: readonly UnusedCard[]) => void;
  readonly onClose: () => void;
}

const NEW: Pick<EntryDraft, 'text' | 'items'> = { text: '', items: [] };

/** Chooses among shipped cards that are in no entry. At first, all are chosen, or as many as the entry has room for. */
export function ShippedDialog({ submit, draft = NEW, action, onChoose, onClose }: Props) {
  const query = useUnusedCards();
  const [choice, setChoice] = useState<readonly string[]>();
  const cards = query.data?.filter(({ id }) => !draft.items.includes(id)) ?? [];
  const fitting = fittingCards(cards, draft);
  const chosenIds = choice ?? fitting.map(({ id }) => id);
  const chosen = cards.filter(({ id }) => chosenIds.includes(id));
  const isTooMuch = fittingCards(chosen, draft).length < chosen.length;
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={submit(chosen.length)}
      disabled={chosen.length === 0 || isTooMuch}
      isPending={action?.isPending}
      onSubmit={() => onChoose(chosen)}
      onClose={onClose}
    >
      <QueryState query={query} loading={texts.loading} rows={3} failed={texts.failed}>
        {() =>
          cards.length === 0 ? (
            <EmptyState title={texts.emptyTitle} hint={texts.emptyText} />
          ) : (
            <>
              <Hint>{texts.hint}</Hint>
              {fitting.length < cards.length && (
                <Note tone={isTooMuch ? 'warning' : 'info'}>
                  {isTooMuch ? texts.tooMuch : texts.notAll(fitting.length)}
                </Note>
              )}
              <div role="group" aria-label={texts.list} className={styles.choices}>
                {cards.map(({ id, title }) => (
                  <Checkbox
                    key={id}
                    label={<bdi>{title}</bdi>}
                    checked={chosenIds.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChoice(checked ? [...chosenIds, id] : chosenIds.filter((one) => one !== id))
                    }
                  />
                ))}
              </div>
            </>
          )
        }
      </QueryState>
      <ErrorNote error={action?.error} />
    </FormDialog>
  );
}
