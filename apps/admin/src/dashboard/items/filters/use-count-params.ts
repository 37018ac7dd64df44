import { useMemo } from 'react';
import type { CountParams } from '../../api/items/item-counts';
import { toCountParams, type ItemFilter } from './item-filter';

/** The request parameters of a filter: the same object while they are equal. */
export function useCountParams(filter: ItemFilter): CountParams {
  const text = JSON.stringify(toCountParams(filter));
  return useMemo(() => JSON.parse(text) as CountParams, [text]);
}
