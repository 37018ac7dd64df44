import type { Source } from '@libs/feedback';
import { oneOf, optional } from '@libs/kernel';
import { queryOf, type Query } from './query';

/** The source that a caller can set, because MCP tools also work over REST (items.md 4). */
export const CLAIMED_SOURCE = 'mcp' satisfies Source;

const SOURCE = { source: optional(oneOf<Source>([CLAIMED_SOURCE])) };

/**
 * Reads the source from the query of a request that adds something.
 * @throws DomainError `validation`
 */
export const sourceOf = (query: Query): Source => queryOf(SOURCE, query).source ?? 'api';
