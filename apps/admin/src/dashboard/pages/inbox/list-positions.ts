import type { ListParams } from '../../api/items/item-lists';

/** Where somebody was in a list. */
export interface Place {
  /** Pixels. */
  readonly scrollTop: number;
  readonly cursor: string | null;
}

const TOP: Place = { scrollTop: 0, cursor: null };
const places = new Map<string, Place>();

/** Outlives the page: whoever comes back from another one goes on there. */
export const placeIn = (list: ListParams): Place => places.get(JSON.stringify(list)) ?? TOP;

export function rememberPlace(list: ListParams, place: Partial<Place>): void {
  places.set(JSON.stringify(list), { ...placeIn(list), ...place });
}
