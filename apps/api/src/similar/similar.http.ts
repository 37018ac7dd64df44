import { feedbackJson, titleRule, type FeedbackJson, type SimilarItem } from '@libs/feedback';
import { required } from '@libs/kernel';
import { queryOf, type Query } from '../http/query';

const FIELDS = { title: required(titleRule) };

/**
 * Returns the title of the query, as a new item would have it.
 * @throws DomainError `validation` with all errors of the query
 */
export const similarTitle = (query: Query): string => queryOf(FIELDS, query).title;

export interface SimilarJson {
  readonly data: readonly (FeedbackJson & { readonly score: number })[];
}

export const similarJson = (similar: readonly SimilarItem[]): SimilarJson => ({
  data: similar.map(({ item, score }) => ({ ...feedbackJson(item), score })),
});
