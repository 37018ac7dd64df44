import type { Sort } from '@libs/contract';
import { SORTS } from '@libs/feedback';
import { NativeSelect } from '@mantine/core';
import { t } from '../../../messages';
import { useCommands } from '../../../ui/shortcuts/shortcuts';
import styles from './inbox.module.css';

export function SortField({ sort, onChoose }: { sort: Sort; onChoose(sort: Sort): void }) {
  const commands = SORTS.map(
    (value) => [t.inbox.sortBy(t.inbox.sorts[value]), () => onChoose(value)] as const,
  );
  useCommands(t.inbox.title, Object.fromEntries(commands));
  return (
    <NativeSelect
      className={styles.sort}
      aria-label={t.inbox.sort}
      value={sort}
      data={SORTS.map((value) => ({ value, label: t.inbox.sorts[value] }))}
      onChange={({ currentTarget: { value } }) => onChoose(value as Sort)}
    />
  );
}
