import {
  descriptionRule,
  statusRule,
  submitterEmailRule,
  titleRule,
  type Feedback,
  type Source,
  type Status,
} from '@libs/feedback';
import { Maybe, Required, type ReadOnlyFields } from '../../http/body';
import { ListParameters, type Parameters } from '../lists/list-parameters';

/** Body of `POST /feedback`. */
export class SubmitFeedbackBody {
  @Required(titleRule) title!: string;
  @Maybe(descriptionRule) description?: string | null;
  @Maybe(submitterEmailRule) submitter_email?: string | null;
  @Maybe(statusRule) status?: Status;
}
export const NOT_SUBMITTED: ReadOnlyFields = {
  names: ['id', 'source', 'created_at', 'updated_at'],
  verb: 'set',
};

/** What a caller may say of where an item comes from: the tools of agents work over REST too (items.md 4). */
export const CLAIMED_SOURCE = 'mcp' satisfies Source;

/**
 * From the query of `POST /feedback`.
 * @throws DomainError `validation`
 */
export function sourceOf(query: Parameters): Source {
  const parameters = new ListParameters(query);
  const claimed = parameters.text('source');
  if (claimed !== undefined && claimed !== CLAIMED_SOURCE) {
    parameters.refuse('source', `must be ${CLAIMED_SOURCE}`);
  }
  parameters.end(['source']);
  return claimed === CLAIMED_SOURCE ? CLAIMED_SOURCE : 'api';
}

/** Body of `PATCH /feedback/:id`: a JSON Merge Patch (RFC 7396). */
export class ReviseFeedbackBody {
  @Maybe(titleRule) title?: string;
  @Maybe(descriptionRule) description?: string | null;
  @Maybe(statusRule) status?: Status;
}
export const NOT_REVISED: ReadOnlyFields = {
  names: ['id', 'submitter_email', 'source', 'created_at', 'updated_at'],
  verb: 'updated',
};

export const etagOf = (item: Feedback): string => `"${item.version}"`;
