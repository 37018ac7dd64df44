import type { ListParams } from '../../api/items/item-lists';

interface ListPosition {
  /** In pixels. */
  readonly scrollTop: number;
  readonly cursor: string | null;
}

const TOP_POSITION: ListPosition = { scrollTop: 0, cursor: null };
const positions = new Map<string, ListPosition>();

/** The position in a list; kept while the user is on another page. */
export const listPosition = (list: ListParams): ListPosition =>
  positions.get(JSON.stringify(list)) ?? TOP_POSITION;

export function saveListPosition(list: ListParams, position: Partial<ListPosition>): void {
  positions.set(JSON.stringify(list), { ...listPosition(list), ...position });
}
