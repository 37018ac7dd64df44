import { validateHeaderName, validateHeaderValue } from 'node:http';
import { parse, type Issue, type Rule } from '@libs/kernel';
import fc from 'fast-check';
import { EVENT_TYPES } from '../events/event';
import { endpointChangeRule, keyRotationRule, newEndpointRule } from './endpoint.rules';

const URL = 'https://hooks.example.com/feedback';
const NEW = { url: URL, events: ['*'] };
const read = (fields: object) => parse(newEndpointRule, { ...NEW, ...fields });

const EVENTS = `Invalid value for events: must be ["*"], or a list of ${EVENT_TYPES.join(', ')}`;
const HEADERS =
  'Invalid value for headers: must have at most 5 headers with names and values that HTTP allows, without host, content-*, webhook-*, and hop-by-hop headers';

/** webhooks.md 1 */
describe('newEndpointRule', () => {
  it('accepts a URL and events only', () => {
    expect(read({})).toEqual(NEW);
  });

  it('accepts every field', () => {
    const fields = {
      events: [...EVENT_TYPES],
      payload: 'thin',
      signature: 'ed25519',
      headers: { Authorization: 'Bearer a b', 'x-token': '~' },
      description: 'Sync',
    };
    expect(read(fields)).toEqual({ url: URL, ...fields });
    expect(read({ payload: 'full', signature: 'hmac', headers: {}, description: null })).toEqual({
      ...NEW,
      payload: 'full',
      signature: 'hmac',
      headers: {},
      description: null,
    });
  });

  it('removes duplicate events, and trims the URL and the description', () => {
    const events = ['feedback.deleted', 'feedback.created', 'feedback.deleted'];
    expect(read({ url: `  ${URL}\u00a0`, events, description: '  Sync ' })).toMatchObject({
      url: URL,
      events: events.slice(0, 2),
      description: 'Sync',
    });
  });

  it.each<[object, string]>([
    [{ url: undefined }, 'Missing required field: url'],
    [{ url: null }, 'Missing required field: url'],
    [{ url: 5 }, 'Field must be a string: url'],
    [{ url: `${URL}\0` }, 'Invalid value for url: must be a public https URL'],
    [{ url: `${URL}\n` }, 'Invalid value for url: must be a public https URL'],
    [{ url: `${URL}\ud800` }, 'Invalid value for url: must be a public https URL'],
    [{ events: undefined }, 'Missing required field: events'],
    [{ events: '*' }, 'Field must be an array: events'],
    [{ events: {} }, 'Field must be an array: events'],
    [{ events: [] }, EVENTS],
    [{ events: ['*', 'feedback.created'] }, EVENTS],
    [{ events: ['*', '*'] }, EVENTS],
    [{ events: ['feedback.created', 'feedback.*'] }, EVENTS],
    [{ events: ['webhook.test'] }, EVENTS],
    [{ events: [null] }, EVENTS],
    [{ events: [['*']] }, EVENTS],
    [{ payload: 'small' }, 'Invalid value for payload: must be one of full, thin'],
    [{ payload: null }, 'Field must not be null: payload'],
    [{ signature: 'rsa' }, 'Invalid value for signature: must be one of hmac, ed25519'],
    [{ headers: null }, 'Field must not be null: headers'],
    [{ headers: ['x-a'] }, 'Field must be an object: headers'],
    [{ headers: 'x-a: 1' }, 'Field must be an object: headers'],
    [{ description: '' }, 'Field must not be empty: description'],
    [{ description: 'a\nb' }, 'Field contains invalid characters: description (line break)'],
    [{ description: 'x'.repeat(201) }, 'Field is too long: description (maximum 200 characters)'],
    [{ status: 'disabled' }, 'Unknown field: status'],
    [{ id: '1' }, 'Unknown field: id'],
  ])('rejects %j', (fields, message) => expect(() => read(fields)).toThrow(message));

  it('reports every error', () => {
    const fields = { url: 5, events: [], payload: 1, headers: 1, description: 1, signature: 1, other: 1 };
    expect(() => read(fields)).toThrow(
      expect.objectContaining({
        kind: 'validation',
        facts: { issues: Object.keys(fields).map((param) => expect.objectContaining({ param })) },
      }),
    );
  });
});

/** webhooks.md 1, webhooks.md 3 */
describe('headers', () => {
  const headers = (value: object) => read({ headers: value }).headers;

  it('can be five, with names of 64 and values of 1,000 characters', () => {
    const five = Object.fromEntries([1, 2, 3, 4].map((n) => [`x-${n}`, String(n)]));
    const long = { ...five, ['x'.repeat(64)]: 'a'.repeat(1000) };
    expect(headers(long)).toEqual(long);
    expect(() => headers({ ...long, 'x-6': '6' })).toThrow(HEADERS);
    expect(() => headers({ ['x'.repeat(65)]: 'a' })).toThrow(HEADERS);
    expect(() => headers({ x: 'a'.repeat(1001) })).toThrow(HEADERS);
  });

  it.each([
    ...[
      'host',
      'content-type',
      'Content-Length',
      'content-encoding',
      'Content-',
      'webhook-id',
      'Webhook-Signature',
    ],
    ...['webhook-timestamp', 'webhook-', 'connection', 'Keep-Alive', 'transfer-encoding', 'TE', 'trailer'],
    ...[
      'upgrade',
      'proxy-authorization',
      'Proxy-Connection',
      ':authority',
      ':path',
      '',
      'x y',
      'x:',
      'ä',
      'x\n',
    ],
  ])('cannot have the name %j', (name) => {
    expect(() => headers({ [name]: 'a' })).toThrow(HEADERS);
  });

  it('cannot have the same name twice', () => {
    expect(() => headers({ 'X-Token': 'a', 'x-token': 'b' })).toThrow(HEADERS);
  });

  it.each(['', ' ', ' a', 'a ', 'a\tb', 'a\r\nx: y', 'a\0', 'ä', '\x7f', 5, null, ['a'], {}])(
    'cannot have the value %j',
    (value) => {
      expect(() => headers({ 'x-token': value })).toThrow(HEADERS);
    },
  );

  it('can be sent by Node.js if the rule accepts them', () => {
    const { rule } = newEndpointRule.fields.headers;
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 4 });
    fc.assert(
      fc.property(ascii, ascii, (name, value) => {
        const issues: Issue[] = [];
        rule.read({ [name]: value }, 'headers', issues);
        if (issues.length > 0) return;
        validateHeaderName(name);
        validateHeaderValue(name, value);
        expect(value.trim()).toBe(value);
      }),
      { numRuns: 1000 },
    );
  });
});

/** webhooks.md 1 */
describe('endpointChangeRule', () => {
  it('accepts no field, or some', () => {
    expect(parse(endpointChangeRule, {})).toEqual({});
    const fields = { url: URL, events: ['*'], payload: 'thin', headers: { a: 'b' }, description: null };
    expect(parse(endpointChangeRule, fields)).toEqual(fields);
    for (const status of ['active', 'disabled']) {
      expect(parse(endpointChangeRule, { status })).toEqual({ status });
    }
  });

  it.each<[object, string]>([
    [{ signature: 'hmac' }, 'Field cannot be updated: signature'],
    [{ status: 'paused' }, 'Invalid value for status: must be one of active, disabled'],
    [{ url: null }, 'Field must not be null: url'],
    [{ url: `${URL}\0` }, 'Invalid value for url: must be a public https URL'],
    [{ events: [] }, EVENTS],
    [{ headers: { host: 'a' } }, HEADERS],
    [{ disabled_reason: null }, 'Unknown field: disabled_reason'],
  ])('rejects %j', (fields, message) => {
    expect(() => parse(endpointChangeRule, fields)).toThrow(message);
  });
});

/** webhooks.md 1 */
describe('keyRotationRule', () => {
  it('accepts an overlap of up to a week, or none', () => {
    expect(parse(keyRotationRule, {})).toEqual({});
    for (const overlap_seconds of [0, 604_800]) {
      expect(parse(keyRotationRule, { overlap_seconds })).toEqual({ overlap_seconds });
    }
    for (const overlap_seconds of [-1, 604_801, 0.5]) {
      expect(() => parse(keyRotationRule, { overlap_seconds })).toThrow(
        'Invalid value for overlap_seconds: must be an integer between 0 and 604800',
      );
    }
  });
});

it('Every rule of webhooks reads any value without throwing, and names its fields', () => {
  const rules: Rule<unknown>[] = [newEndpointRule, endpointChangeRule, keyRotationRule];
  const value = fc.record(
    {
      url: fc.anything(),
      events: fc.anything(),
      headers: fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything())),
      description: fc.anything(),
      overlap_seconds: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...rules), value, (rule, input) => {
      const issues: Issue[] = [];
      rule.read(input, '', issues);
      for (const { param } of issues)
        expect(param).toMatch(/^(url|events|headers|description|overlap_seconds)$/);
    }),
  );
});
