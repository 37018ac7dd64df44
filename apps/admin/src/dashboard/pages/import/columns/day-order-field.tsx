import { useMemo } from 'react';
import { t } from '../../../../messages';
import { ChoiceField } from '../../../../ui/forms/choice-field';
import { toTimestamp } from '../file/dates';
import type { DayOrder } from '../file/day-order';
import { columnDayOrders, type Mapping } from '../mapping/mapping';
import type { ImportSource } from '../use-import';

const texts = t.importing.columns;
const DAY_FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

interface Props {
  readonly source: ImportSource;
  readonly onChange: (mapping: Mapping) => void;
}

/** Asks for the order of ambiguous dates. The question stays visible after the answer. */
export function DayOrderField({ source: { table, mapping }, onChange }: Props) {
  const { created_at, updated_at } = mapping.columns;
  const { orders, example } = useMemo(
    () => columnDayOrders(table, { created_at, updated_at }),
    [table, created_at, updated_at],
  );
  if (example === null) return null;
  return (
    <ChoiceField
      label={texts.order(example)}
      description={texts.orderHint}
      value={mapping.dayOrder === 'unknown' ? null : mapping.dayOrder}
      values={[...orders].sort()}
      textOf={(order) => ({ label: texts.orders[order](formatDay(example, order)) })}
      onChange={(dayOrder) => onChange({ ...mapping, dayOrder })}
    />
  );
}

const formatDay = (date: string, order: DayOrder): string =>
  DAY_FORMAT.format(new Date(toTimestamp(date, order) ?? date));
