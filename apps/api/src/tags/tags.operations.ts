import {
  importInProgress,
  TAG_COLORS,
  tagChangeRule,
  tagNameRule,
  tagNotFound,
  TAGS_MAX,
} from '@libs/feedback';
import {
  failure,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  refsTo,
  TOO_MANY_REQUESTS,
} from '../openapi/error-responses';
import { RATE_LIMITS } from '../openapi/headers';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { open, withDescriptions } from '../openapi/schemas';
import { TagsController } from './tags.controller';
import { TAG_CHANGED, TAG_CHANGED_BY, TAG_ID, tagChangeErrors, TAGS } from './tags.examples';

const ON_TAG = { ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST };

const own = {
  InvalidTagListRequest: failure({
    description: 'The URL has a query parameter, or the HTTP request is malformed.',
    errors: { ...NO_QUERY, ...MALFORMED_REQUEST },
  }),
  InvalidTagRequest: failure({
    description: 'The URL is malformed or has a query parameter.',
    errors: ON_TAG,
  }),
  InvalidTagChange: failure({
    description: 'The URL or the body is invalid. Nothing was changed.',
    errors: { ...tagChangeErrors, ...ON_TAG },
  }),
  TagNotFound: failure({
    description: 'The account has no tag with this ID.',
    errors: { tag_not_found: tagNotFound() },
  }),
  TagsInUse: failure({
    description:
      'An import is running for the account, so no tag can be merged or deleted: try again. Or there are too many ' +
      'requests of the API key, the account, or the IP address.',
    errors: {
      import_in_progress: importInProgress(),
      ...TOO_MANY_REQUESTS,
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};
const errors = (...names: (keyof typeof own)[]) => refsTo(own, ...names);

/** `/tags`: tags.md 3 to tags.md 5. */
export const tags: Resource = {
  tag: {
    name: 'Tags',
    description: 'List, rename, merge, and delete tags. Items create tags by their names.',
  },
  schemas: {
    Tag: open({
      id: { type: 'string', format: 'uuid', description: 'ID of the tag.' },
      name: { ...tagNameRule.schema, description: 'Name, unique in your account regardless of case.' },
      color: { type: 'string', enum: TAG_COLORS, description: 'New tags get the colors in turn.' },
      count: { type: 'integer', minimum: 0, description: 'Number of items that have the tag.' },
    }),
    TagResponse: open({ data: ref('schemas', 'Tag') }),
    TagListResponse: open({ data: { type: 'array', maxItems: TAGS_MAX, items: ref('schemas', 'Tag') } }),
    TagChange: withDescriptions(tagChangeRule.schema, {
      name: { description: 'The name of another tag merges this tag into that one.' },
    }),
  },
  parameters: {
    TagId: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'ID of the tag, in uppercase or lowercase.',
      schema: { type: 'string', format: 'uuid' },
      example: TAG_ID,
    },
  },
  failures: own,
  operations: [
    operation(TagsController, 'list', {
      operationId: 'listTags',
      summary: 'List tags',
      description: 'Returns all tags of your account in alphabetical order, with their numbers of items.',
      success: jsonResponse('All tags.', 'TagListResponse', TAGS),
      otherResponses: errors('InvalidTagListRequest'),
    }),
    operation(TagsController, 'revise', {
      operationId: 'updateTag',
      summary: 'Rename, recolor, or merge a tag',
      description:
        'Changes the fields in the request body. If another tag has the new name, all items get that tag, and this one ' +
        'is deleted. Items keep their version and `updated_at`.',
      parameters: ['TagId'],
      body: { schema: 'TagChange', examples: TAG_CHANGED_BY },
      success: jsonResponse('The tag, or the one with which it was merged.', 'TagResponse', TAG_CHANGED),
      otherResponses: errors('InvalidTagChange', 'TagNotFound', 'TagsInUse'),
    }),
    operation(TagsController, 'remove', {
      operationId: 'deleteTag',
      summary: 'Delete a tag',
      description:
        'Deletes the tag and removes it from all items. Items keep their version and `updated_at`.',
      parameters: ['TagId'],
      success: emptyResponse('The tag was deleted.'),
      otherResponses: errors('InvalidTagRequest', 'TagNotFound', 'TagsInUse'),
    }),
  ],
};
