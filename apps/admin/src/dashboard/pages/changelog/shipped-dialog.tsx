import type { UnusedCard } from '@libs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages';
import { FormDialog } from '../../../ui/forms/form-dialog';
import { Hint } from '../../../ui/hint';
import { EmptyState } from '../../../ui/states/empty-state';
import { ErrorNote } from '../../../ui/states/error-note';
import { QueryState } from '../../../ui/states/query-state';
import { useUnusedCards } from '../../api/changelog';
import styles from './changelog.module.css';

const texts = t.changelog.shipped;

interface Props {
  readonly submit: (count: number) => string;
  /** Cards that an unsaved entry has already. */
  readonly except?: readonly string[];
  /** The mutation that the dialog starts. */
  readonly action?: { readonly isPending: boolean; readonly error: Error | null };
  readonly onChoose: (cards: readonly UnusedCard[]) => void;
  readonly onClose: () => void;
}

/** Chooses among shipped cards that are in no entry. At first, all are chosen. */
export function ShippedDialog({ submit, except = [], action, onChoose, onClose }: Props) {
  const query = useUnusedCards();
  const [left, setLeft] = useState<readonly string[]>([]);
  const cards = query.data?.filter(({ id }) => !except.includes(id)) ?? [];
  const chosen = cards.filter(({ id }) => !left.includes(id));
  return (
    <FormDialog
      title={texts.title}
      size="lg"
      submit={submit(chosen.length)}
      disabled={chosen.length === 0}
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
              <div role="group" aria-label={texts.list} className={styles.choices}>
                {cards.map(({ id, title }) => (
                  <Checkbox
                    key={id}
                    label={<bdi>{title}</bdi>}
                    checked={!left.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setLeft(checked ? left.filter((one) => one !== id) : [...left, id])
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
