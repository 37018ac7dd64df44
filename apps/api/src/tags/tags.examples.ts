import { TAG_NAME_MAX, tagChangeRule, tagJson, type CountedTag } from '@libs/feedback';
import { jsonOf, readBody } from '../http/body';
import { thrownBy } from '../openapi/error-responses';
import { example } from '../openapi/schemas';

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

export const TAG_ID = billing.id;
export const TAGS = { tags: example('Two tags', { data: [billing, mobile].map(tagJson) }) };
export const TAG_CHANGED_BY = {
  name: example('Rename the tag, or merge it with another one', { name: 'Mobile' }),
  color: example('Change the color', { color: 'red' }),
};
export const TAG_CHANGED = { tag: example('The remaining tag', { data: tagJson({ ...mobile, count: 20 }) }) };

/** Invalid bodies of PATCH: a JSON value, or raw bytes. */
export const INVALID_TAG_CHANGES: Readonly<Record<string, unknown>> = {
  invalid_type: { name: 5 },
  null_not_allowed: { name: null },
  empty_value: { name: ' ' },
  too_long: { name: 'x'.repeat(TAG_NAME_MAX + 1) },
  invalid_value: { color: 'mauve' },
  invalid_characters: { name: 'a,b' },
  unknown_field: { description: 'Everything about invoices' },
  read_only_field: { count: 3 },
  invalid_body: [],
  malformed_json: Buffer.from('{"name":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

export const tagChangeErrors = Object.fromEntries(
  Object.entries(INVALID_TAG_CHANGES).map(([name, body]) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    return [name, thrownBy(() => readBody(tagChangeRule, jsonOf(bytes)))];
  }),
);
