import { useMemo } from 'react';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { unknownStatuses } from '../mapping/mapping';
import { DISTINCT_STATUSES_MAX } from '../mapping/statuses';
import type { ImportSource } from '../use-import';

const texts = t.importing.statuses;
const SHOWN_MAX = 5;

/** Warns before the import about status values that would be lost. */
export function UnknownStatuses({ source: { table, mapping } }: { readonly source: ImportSource }) {
  const unknown = useMemo(() => unknownStatuses(table, mapping), [table, mapping]);
  // A column with more distinct values isn't a status column; the column step shows a note about it.
  if (mapping.source === 'own' || unknown.length === 0 || unknown.length > DISTINCT_STATUSES_MAX) return null;
  const shown = unknown.slice(0, SHOWN_MAX).map(({ text }) => text);
  const rows = unknown.reduce((sum, { count }) => sum + count, 0);
  return <Note tone="warning">{texts.lost(shown, unknown.length - shown.length, rows)}</Note>;
}
