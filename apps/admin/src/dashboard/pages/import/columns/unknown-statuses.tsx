import { useMemo } from 'react';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { unknownStatuses } from '../mapping/mapping';
import { STATUS_WORDS_MAX } from '../mapping/statuses';
import type { Source } from '../use-import';

const texts = t.importing.statuses;
const SHOWN = 5;

/** Before anything is sent: which words for a status would be lost. */
export function UnknownStatuses({ source: { table, mapping } }: { readonly source: Source }) {
  const words = useMemo(() => unknownStatuses(table, mapping), [table, mapping]);
  // A column with more words than that is no status, and has been told of beside it.
  if (mapping.source === 'own' || words.length === 0 || words.length > STATUS_WORDS_MAX) return null;
  const shown = words.slice(0, SHOWN).map(({ text }) => text);
  const rows = words.reduce((sum, { count }) => sum + count, 0);
  return <Note tone="warning">{texts.lost(shown, words.length - shown.length, rows)}</Note>;
}
