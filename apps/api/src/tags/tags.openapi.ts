import {
  importInProgress,
  TAG_COLORS,
  TAG_NAME_MAX,
  tagChangeRule,
  tagJson,
  tagNameRule,
  tagNotFound,
  TAGS_MAX,
  type CountedTag,
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
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import { ref, type Resource } from '../openapi/openapi.types';
import { emptyResponse, jsonResponse, operation } from '../openapi/operation';
import { count, example, idParameter, open, withDescriptions } from '../openapi/schemas';
import { TagsController } from './tags.controller';

const billing: CountedTag = {
  id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
  name: 'billing',
  color: 'gray',
  count: 12,
};
const mobile: CountedTag = {
  ...billing,
  id: '019cb320-5a00-7d4e-8f60-718293a4b5c6',
  name: 'Mobile',
  color: 'red',
};

const TAGS = { tags: example('Two tags', { data: [billing, mobile].map(tagJson) }) };
const TAG_CHANGED_BY = {
  name: example('Rename the tag, or merge it with another one', { name: 'Mobile' }),
  color: example('Change the color', { color: 'red' }),
};
const TAG_CHANGED = { tag: example('The remaining tag', { data: tagJson({ ...mobile, count: 20 }) }) };

export const INVALID_TAG_CHANGES: Bodies = {
  invalid_type: { name: 5 },
  null_not_allowed: { name: null },
  empty_value: { name: ' ' },
  too_long: { name: 'x'.repeat(TAG_NAME_MAX + 1) },
  invalid_value: { color: 'mauve' },
  invalid_characters: { name: 'a,b' },
  unknown_field: { description: 'Everything about invoices' },
  read_only_field: { count: 3 },
  ...NO_BODIES,
};

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
    errors: { ...bodyErrors(tagChangeRule, INVALID_TAG_CHANGES), ...ON_TAG },
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
      count: count('Number of items that have the tag.'),
    }),
    TagResponse: open({ data: ref('schemas', 'Tag') }),
    TagListResponse: open({ data: { type: 'array', maxItems: TAGS_MAX, items: ref('schemas', 'Tag') } }),
    TagChange: withDescriptions(tagChangeRule.schema, {
      name: { description: 'The name of another tag merges this tag into that one.' },
    }),
  },
  parameters: {
    TagId: idParameter('id', 'tag', billing.id),
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
