import type { Feedback, Source } from '@libs/feedback';
import { oneOf, optional } from '@libs/kernel';
import { queryOf, type Query } from '../../http/query';

/** What a caller may say of where an item comes from: the tools of agents work over REST too (items.md 4). */
export const CLAIMED_SOURCE = 'mcp' satisfies Source;

const SOURCE = { source: optional(oneOf<Source>([CLAIMED_SOURCE])) };

/**
 * From the query of `POST /feedback`.
 * @throws DomainError `validation`
 */
export const sourceOf = (query: Query): Source => queryOf(SOURCE, query).source ?? 'api';

export const etagOf = (item: Feedback): string => `"${item.version}"`;
