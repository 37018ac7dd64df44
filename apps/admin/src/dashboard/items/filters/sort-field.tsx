import type { Sort } from '@libs/contract';
import { ComboboxChevron, Input } from '@mantine/core';
import { t } from '../../../messages';
import { useCommands } from '../../../ui/shortcuts/shortcuts';
import styles from '../items.module.css';

interface Props<S extends Sort> {
  readonly sort: S;
  readonly sorts: readonly S[];
  /** The page, in the list of commands. */
  readonly scope: string;
  onChoose(sort: S): void;
}

export function SortField<S extends Sort>({ sort, sorts, scope, onChoose }: Props<S>) {
  const commands = sorts.map(
    (value) => [t.inbox.sortBy(t.inbox.sorts[value]), () => onChoose(value)] as const,
  );
  useCommands(scope, Object.fromEntries(commands));
  return (
    <Input
      component="select"
      className={styles.sort}
      aria-label={t.inbox.sort}
      value={sort}
      pointer
      rightSection={<ComboboxChevron />}
      onChange={({ currentTarget: { selectedIndex } }) => onChoose(sorts[selectedIndex]!)}
    >
      {sorts.map((value) => (
        <option key={value} value={value}>
          {t.inbox.sorts[value]}
        </option>
      ))}
    </Input>
  );
}
