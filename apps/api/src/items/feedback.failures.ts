import {
  assertVersion,
  externalIdTaken,
  feedbackMerged,
  feedbackNotFound,
  noItemToUpdate,
  type Feedback,
} from '@libs/feedback';
import type { DomainError } from '@libs/kernel';
import { invalidIfMatch, weakTag } from '../http/conditional/if-match';
import {
  failure,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  thrownBy,
  withHeader,
} from '../openapi/error-responses';
import {
  changeErrors,
  mergeConflicts,
  queryErrors,
  submissionErrors,
  upsertErrors,
} from './feedback.examples';
import { RATE_LIMITS } from '../openapi/headers';
import {
  IN_USE_OR_GONE,
  INVALID_KEY,
  requestFailures,
  LIMITS_REACHED,
  withRetryAfterInUse,
} from '../idempotency/idempotency.parameters';

const invalid = (description: string, errors: Readonly<Record<string, DomainError>>) =>
  failure({ description, errors: { ...errors, ...MALFORMED_REQUEST } });

const changed = thrownBy(() => assertVersion({ version: 2 } as Feedback, [1]));
const INVALID_IF_MATCH = { invalid_if_match: invalidIfMatch() };

/** The failed responses of `/feedback`. */
export const FAILURES = {
  FeedbackNotFound: failure({
    description: 'The account has no item with this ID.',
    errors: { feedback_not_found: feedbackNotFound() },
  }),
  FeedbackOrTargetNotFound: failure({
    description:
      'The account has no item with this ID, or with the ID in `merged_into`. Nothing was changed.',
    errors: {
      feedback_not_found: feedbackNotFound(),
      feedback_not_found_target: feedbackNotFound(['merged_into']),
    },
  }),
  FeedbackConflict: failure({
    description:
      'The item is merged, or it cannot be merged into this target: itself, its duplicate, an item that is merged, or ' +
      'one with too many duplicates. Or the account would have too many tags, or has reached its storage limit. Nothing was changed.',
    errors: { feedback_merged: feedbackMerged(), ...mergeConflicts, ...LIMITS_REACHED },
  }),
  UpsertConflict: failure({
    description:
      'The item is merged into another one, or the account would have too many tags, or has reached its storage limit. Nothing was changed.',
    errors: { feedback_merged: feedbackMerged(), ...LIMITS_REACHED },
  }),
  FeedbackChanged: failure({
    description: 'The item has changed since the version in `If-Match`. Nothing was changed.',
    errors: { etag_mismatch: changed, etag_mismatch_weak: weakTag(changed) },
    headers: [...RATE_LIMITS, 'ETag'],
  }),
  InvalidItemRequest: invalid('The URL is malformed or has a query parameter.', {
    ...NO_QUERY,
    ...MALFORMED_URL,
  }),
  InvalidDeletion: invalid('The URL is malformed or has a query parameter, or `If-Match` is invalid.', {
    ...NO_QUERY,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  InvalidListRequest: invalid('A query parameter is invalid, repeated, or unknown.', queryErrors),
  InvalidNewFeedback: invalid('The query, the body, or `Idempotency-Key` is invalid. Nothing was created.', {
    ...submissionErrors,
    ...INVALID_KEY,
  }),
  InvalidFeedbackChange: invalid('The URL, the body, or `If-Match` is invalid. Nothing was changed.', {
    ...changeErrors,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  InvalidUpsert: invalid('The external ID, the body, or `If-Match` is invalid. Nothing was changed.', {
    ...upsertErrors,
    ...MALFORMED_URL,
    ...INVALID_IF_MATCH,
  }),
  UpsertMismatch: withHeader(
    failure({
      description:
        'The item has changed since the version in `If-Match`, or no item has the external ID. Nothing was changed.',
      errors: {
        etag_mismatch: changed,
        etag_mismatch_weak: weakTag(changed),
        etag_mismatch_no_item: noItemToUpdate(),
      },
    }),
    'ETag',
    'ETag-If-Found',
  ),
  NewFeedbackConflict: withRetryAfterInUse(
    failure({
      description:
        'Another item has this `external_id`. Or a request with this `Idempotency-Key` is still in progress: try ' +
        'again. Or its item was deleted. Or the account would have too many tags, or has reached its storage limit. Nothing was created.',
      errors: { external_id_taken: externalIdTaken(), ...IN_USE_OR_GONE, ...LIMITS_REACHED },
    }),
  ),
  ...requestFailures,
};
