import { parse, type DomainError } from '@libs/kernel';
import { aFeedback } from '../../testing';
import { SOURCES } from '../items/feedback.rules';
import { LINK_MAX } from '../items/links';
import {
  addressTaken,
  changedRequest,
  combined,
  COUNT_MAX,
  newRequest,
  newRequestRule,
  newRequestsRule,
  REQUEST_SOURCES,
  requestChangeRule,
  requestJson,
  requestNotFound,
  submissionNotDeletable,
  submissionOf,
  tooManyRequests,
  VALUE_MAX,
  type NewRequest,
  type RequestChange,
} from './request';

const ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e60';
const NOW = new Date('2026-03-04T09:00:00.000Z');
const item = aFeedback({ submitter_email: 'Ada@example.com', source: 'form' });
const of = (input: NewRequest) => newRequest(item.accountId, item.id, input, 'api', { id: ID, now: NOW });

/** Parameter and code of each issue that `run` throws. */
function issuesOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    return ((error as DomainError).facts.issues ?? []).map(({ param, code }) => `${param} ${code}`);
  }
  return [];
}

/** requests.md 1 */
describe('the fields of a request', () => {
  it('are read with their values in one form', () => {
    expect(
      parse(newRequestRule, {
        email: ' Eve@example.com ',
        name: ' Eve Example ',
        company: ' Acme ',
        value: 1200.55,
        quote: ' a\r\n\tb ',
        link: ' HTTPS://support.example.com/tickets/17?a=ü#1 ',
      }),
    ).toEqual({
      email: 'Eve@example.com',
      name: 'Eve Example',
      company: 'Acme',
      value: 1200.55,
      quote: 'a\n\tb',
      link: 'HTTPS://support.example.com/tickets/17?a=ü#1',
    });
  });

  it.each([
    {},
    { email: null, name: null, company: null, value: null, quote: null, link: null, count: 1 },
    { name: '🙂'.repeat(100), company: '🙂'.repeat(100), quote: '🙂'.repeat(1_000) },
    { value: 0 },
    { value: 0.01 },
    { value: 999_999_999.99 },
    { value: VALUE_MAX },
    { link: 'http://a' },
    { link: `https://a.example/${'ü'.repeat(LINK_MAX - 18)}` },
    { count: COUNT_MAX },
    { email: null, count: 12 },
    { email: 'eve@example.com', count: 1 },
  ])('accept %j', (body) => {
    expect(parse(newRequestRule, body)).toEqual(body);
    expect(parse(requestChangeRule, body)).toEqual(body);
  });

  it.each([
    [{ email: 'eve@' }, 'email invalid_format'],
    [{ email: 5 }, 'email invalid_type'],
    [{ email: '' }, 'email invalid_format'],
    [{ name: ' ' }, 'name empty_value'],
    [{ name: 'a\nb' }, 'name invalid_characters'],
    [{ name: 'x'.repeat(101) }, 'name too_long'],
    [{ company: '\u200b' }, 'company empty_value'],
    [{ company: 'a\tb' }, 'company invalid_characters'],
    [{ company: 'x'.repeat(101) }, 'company too_long'],
    [{ value: -0.01 }, 'value invalid_value'],
    [{ value: VALUE_MAX + 0.01 }, 'value invalid_value'],
    [{ value: 1.001 }, 'value invalid_value'],
    [{ value: '1200' }, 'value invalid_type'],
    [{ quote: '\n' }, 'quote empty_value'],
    [{ quote: 'a\u0000' }, 'quote invalid_characters'],
    [{ quote: 'x'.repeat(1_001) }, 'quote too_long'],
    [{ link: 'example.com/a' }, 'link invalid_value'],
    [{ link: 'ftp://example.com' }, 'link invalid_value'],
    [{ link: 'javascript:alert(1)' }, 'link invalid_value'],
    [{ link: 'https://' }, 'link invalid_value'],
    [{ link: 'https://a b' }, 'link invalid_value'],
    [{ link: 'https://a/\n' + 'b' }, 'link invalid_value'],
    [{ link: '' }, 'link invalid_value'],
    [{ link: 'https://ada@a.example/' }, 'link invalid_value'],
    [{ link: `https://a.example/${'x'.repeat(LINK_MAX)}` }, 'link too_long'],
    [{ link: ['https://a'] }, 'link invalid_type'],
    [{ count: 0 }, 'count invalid_value'],
    [{ count: COUNT_MAX + 1 }, 'count invalid_value'],
    [{ count: 1.5 }, 'count invalid_value'],
    [{ count: '2' }, 'count invalid_type'],
    [{ count: null }, 'count null_not_allowed'],
    [{ id: ID }, 'id read_only_field'],
    [{ feedback_id: ID }, 'feedback_id read_only_field'],
    [{ source: 'api' }, 'source read_only_field'],
    [{ confirmed_at: null }, 'confirmed_at read_only_field'],
    [{ created_at: NOW.toISOString() }, 'created_at read_only_field'],
    [{ phone: '123' }, 'phone unknown_field'],
  ])('reject %j', (body, issue) => {
    for (const rule of [newRequestRule, requestChangeRule])
      expect(issuesOf(() => parse(rule, body))).toEqual([issue]);
  });

  it('count more than one only without an email address', () => {
    const body = { email: 'eve@example.com', count: 2 };
    expect(issuesOf(() => parse(newRequestRule, body))).toEqual(['count invalid_value']);
  });

  it('have the sources of items, and votes', () => {
    expect(REQUEST_SOURCES).toEqual([...SOURCES, 'vote']);
  });
});

/** requests.md 3 */
describe('several requests', () => {
  const read = (requests: unknown) => parse(newRequestsRule, { requests });

  it('are 1 to 100', () => {
    const lines = Array.from({ length: 100 }, () => ({ count: 2 }));
    expect(read(lines)).toEqual({ requests: lines });
    expect(issuesOf(() => read([...lines, {}]))).toEqual(['requests too_long']);
    expect(issuesOf(() => read([]))).toEqual(['requests empty_value']);
    expect(issuesOf(() => read({}))).toEqual(['requests invalid_type']);
    expect(issuesOf(() => parse(newRequestsRule, { requests: [{}], name: 'Eve' }))).toEqual([
      'name unknown_field',
    ]);
  });

  it('have the errors of all lines, with their places', () => {
    const lines = [{}, { email: 'eve@' }, { email: 'a@example.com', count: 2 }, null, 'b@example.com'];
    expect(issuesOf(() => read(lines))).toEqual([
      'requests[1].email invalid_format',
      'requests[2].count invalid_value',
      'requests[3] invalid_type',
      'requests[4] invalid_type',
    ]);
  });

  it('are one for each address, with the values of the last line', () => {
    const lines = [
      { email: 'eve@example.com', name: 'Eve', value: 5 },
      { count: 2 },
      { count: 2 },
      { email: 'EVE@example.com', name: null, company: 'Acme', value: undefined },
      { email: 'bo@example.com' },
      { email: null },
    ];
    expect(combined(lines)).toEqual({
      inputs: [
        { email: 'EVE@example.com', name: null, company: 'Acme', value: 5 },
        { count: 2 },
        { count: 2 },
        { email: 'bo@example.com' },
        { email: null },
      ],
      places: [0, 1, 2, 0, 3, 4],
    });
  });
});

/** requests.md 1 */
describe('newRequest', () => {
  it('has thirteen members, absent values are null, and it counts once', () => {
    expect(requestJson(of({}))).toEqual({
      id: ID,
      feedback_id: item.id,
      email: null,
      name: null,
      company: null,
      value: null,
      quote: null,
      link: null,
      count: 1,
      source: 'api',
      confirmed_at: null,
      verified: false,
      created_at: NOW.toISOString(),
    });
    expect(Object.keys(requestJson(of({})))).toHaveLength(13);
  });

  it('has the values of its input', () => {
    const input = { name: 'Eve', company: 'Acme', value: 5, quote: 'Q', link: 'https://a', count: 3 };
    expect(of(input)).toMatchObject({ ...input, email: null });
  });
});

/** requests.md 1, conventions.md 6 */
describe('errors of requests', () => {
  it('have the messages of the contract', () => {
    const errors = [requestNotFound(), addressTaken(), submissionNotDeletable(), tooManyRequests()];
    expect(errors.map(({ kind, code, message }) => [kind, code, message])).toEqual([
      ['not_found', 'request_not_found', 'Request not found'],
      ['conflict', 'request_exists', 'Another request for the item has this email address'],
      ['conflict', 'request_is_submission', 'This request is the submission: delete the item instead'],
      ['conflict', 'request_limit_reached', 'An item can have at most 100000 requests'],
    ]);
  });
});

/** requests.md 1 */
describe('submissionOf', () => {
  it('has the address, the source, the time, and the ID of its item', () => {
    expect(submissionOf(item)).toEqual({
      ...of({}),
      id: item.id,
      email: 'Ada@example.com',
      source: 'form',
      created_at: item.created_at,
    });
  });
});

/** requests.md 1, requests.md 3 */
describe('changedRequest', () => {
  const eve = of({ email: 'eve@example.com', name: 'Eve', value: 5 });
  const votes = of({ count: 12 });
  const submission = submissionOf(item);

  it('leaves absent fields unchanged, and clears fields with null', () => {
    expect(changedRequest(eve, { name: null, company: 'Acme', value: undefined })).toEqual({
      ...eve,
      name: null,
      company: 'Acme',
    });
    expect(changedRequest(eve, { email: null, count: 4 })).toEqual({ ...eve, email: null, count: 4 });
    expect(changedRequest(votes, { email: 'bo@example.com', count: 1 })).toEqual({
      ...votes,
      email: 'bo@example.com',
      count: 1,
    });
  });

  it('returns the same object if no value changes', () => {
    expect(changedRequest(eve, {})).toBe(eve);
    expect(changedRequest(eve, { name: 'Eve', link: null, count: 1 })).toBe(eve);
    expect(changedRequest(eve, { email: 'Eve@example.com' })).not.toBe(eve);
  });

  it('keeps the address of a submission, in the form that its item has', () => {
    expect(changedRequest(submission, { email: 'ADA@example.com' })).toBe(submission);
    expect(changedRequest(submission, { email: 'ada@example.com', value: 5 })).toEqual({
      ...submission,
      value: 5,
    });
  });

  it.each<[string, typeof eve, RequestChange, readonly string[]]>([
    ['the address of a submission', submission, { email: 'bo@example.com' }, ['email invalid_value']],
    ['no address for a submission', submission, { email: null }, ['email invalid_value']],
    ['more than one person for a submission', submission, { count: 2 }, ['count invalid_value']],
    ['more than one person for an address', eve, { count: 2 }, ['count invalid_value']],
    ['an address for several people', votes, { email: 'bo@example.com' }, ['count invalid_value']],
    ['both', submission, { email: null, count: 2 }, ['email invalid_value', 'count invalid_value']],
  ])('rejects %s', (_, current, change, issues) => {
    expect(issuesOf(() => changedRequest(current, change))).toEqual(issues);
  });
});
