import type { Sort } from '@libs/contract';
import { t } from '../../../messages';
import { labelled } from '../../../ui/forms/options';
import { SelectField } from '../../../ui/forms/select-field';
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
    <SelectField
      className={styles.sort}
      aria-label={t.inbox.sort}
      value={sort}
      options={labelled(sorts, t.inbox.sorts)}
      onChange={onChoose}
    />
  );
}
