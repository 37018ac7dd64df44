import type { Sort } from '@libs/contract';
import { SORTS } from '@libs/feedback';
import { NativeSelect } from '@mantine/core';
import { t } from '../../../messages';
import styles from './inbox.module.css';

export function SortField({ sort, onChoose }: { sort: Sort; onChoose(sort: Sort): void }) {
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
