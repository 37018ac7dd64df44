import { CHANGEABLE } from '@libs/feedback';

/** The fields of an item whose changes its history has, except the status, which has columns of its own for statistics. */
export const HISTORY_FIELDS = CHANGEABLE.filter((name) => name !== 'status');

const typed = (columns: readonly string[], type: string) =>
  columns.map((name) => `${name} ${type}`).join(', ');

/** Columns of `feedback_changes` with JSON, and the values in it that publishing needs. */
const VALUES = {
  item: `id uuid, version integer, source text, status text, created_at timestamptz, ${typed(HISTORY_FIELDS, 'json')}`,
  previous: `status text, ${typed(HISTORY_FIELDS, 'json')}`,
};

const prefixed = (prefix: string, names: readonly string[]) =>
  names.map((name) => `${prefix}.${name} AS ${prefix}_${name}`).join(', ');

/** `item_id` and `version` of the changed item, and its other values as `new_…` and `old_…`. */
export const READ_VALUES = `
  new.id AS item_id, new.version,
  ${prefixed('new', ['source', 'status', 'created_at', ...HISTORY_FIELDS])},
  ${prefixed('old', ['status', ...HISTORY_FIELDS])}`;
export const JOIN_VALUES = `
  CROSS JOIN LATERAL json_to_record(item) AS new (${VALUES.item})
  LEFT JOIN LATERAL json_to_record(previous) AS old (${VALUES.previous}) ON true`;
