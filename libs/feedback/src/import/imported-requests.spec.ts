import type { Issue } from '@libs/kernel';
import { idAt } from '../../testing';
import { requestJson, totalsOf } from '../index';
import { importedFeedback } from './import';
import { VOTERS_MAX } from './imported-requests.rules';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const CREATED_AT = '2024-05-01T10:00:00.000Z';

function read(values: object) {
  const issues: Issue[] = [];
  const row = { title: 'T', created_at: CREATED_AT, ...values };
  const imported = importedFeedback('an account', row, NOW, (at) => idAt(at.toISOString()), issues);
  return { ...imported, issues };
}
const requestsOf = (values: object) => read(values).requests!;
const totals = (values: object) => {
  const { item } = read(values);
  return [item!.request_count, item!.request_value];
};
const errors = (values: object) => read(values).issues.map(({ param, code }) => [param, code]);

/** import.md 11 */
describe('the requests of a row', () => {
  it.each<[object, number, (string | number)[]]>([
    [{}, 1, []],
    [{ votes: 0 }, 1, []],
    [{ votes: 1, submitter_email: 'ada@example.com' }, 1, []],
    [{ votes: 12 }, 12, [11]],
    [{ votes: ' 12 ' }, 12, [11]],
    [{ votes: null, voters: null, company: null, value: null, requests: null }, 1, []],
    [{ votes: 1_000_000 }, 1_000_000, [999_999]],
    [{ votes: 12, voters: 'a@b.co, c@d.co; A@B.CO' }, 12, ['A@B.CO', 'c@d.co', 9]],
    [{ votes: 2, voters: ['a@b.co', 'c@d.co'] }, 3, ['a@b.co', 'c@d.co']],
    [{ voters: ['Ada@example.com', 'c@d.co'], submitter_email: 'ada@example.com' }, 2, ['c@d.co']],
    [{ voters: ' , ;' }, 1, []],
    [{ requests: [{ email: 'a@b.co' }, { count: 7 }], votes: 5 }, 9, ['a@b.co', 7]],
    [{ requests: [{ email: 'a@b.co' }], voters: ['a@b.co'], votes: 4 }, 4, ['a@b.co', 2]],
  ])('of %j are counted', (values, count, stored) => {
    expect(totals(values)).toEqual([count, 0]);
    const requests = requestsOf(values).map(({ email, count }) => email ?? count);
    expect(requests).toEqual(stored);
  });

  it('have the time of the item, their own IDs, and the source import', () => {
    const { item, requests } = read({ voters: 'a@b.co', votes: 3 });
    const ids = requests!.map(({ id }) => id);
    expect(new Set([item!.id, ...ids]).size).toBe(3);
    for (const request of requests!)
      expect(request).toMatchObject({
        accountId: 'an account',
        feedback_id: item!.id,
        source: 'import',
        created_at: CREATED_AT,
      });
  });

  it('have the company and value of the submission, once for each company', () => {
    const row = {
      company: ' Acme ',
      value: '1200.5',
      requests: [{ email: 'a@b.co', company: 'ACME', value: 7 }],
    };
    expect(totals(row)).toEqual([2, 1200.5]);
    const { item, requests } = read(row);
    expect(requests![0]).toMatchObject({
      id: item!.id,
      feedback_id: item!.id,
      company: 'Acme',
      value: 1200.5,
    });
  });

  it('keep what an export says, also about the submission', () => {
    const itemId = idAt(CREATED_AT);
    const exported = {
      id: idAt(CREATED_AT),
      feedback_id: itemId,
      email: 'eve@example.com',
      name: 'Eve',
      company: 'Acme',
      value: 12.25,
      quote: 'Soon',
      link: 'https://example.com/1',
      count: 1,
      source: 'vote',
      confirmed_at: '2025-01-02T00:00:00.000Z',
      verified: true,
      created_at: '2025-01-01T00:00:00.000Z',
    };
    const submission = { ...exported, id: itemId, email: 'ada@example.com', name: 'Ada', value: null };
    const row = { id: itemId, submitter_email: 'ada@example.com', requests: [submission, exported] };
    const unconfirmed = { confirmed_at: null, verified: false };
    const [first, second, ...others] = requestsOf(row).map(requestJson);
    expect(others).toEqual([]);
    expect(first).toEqual({ ...submission, source: 'import', ...unconfirmed, created_at: CREATED_AT });
    expect(second).toEqual({ ...exported, id: expect.any(String), ...unconfirmed });
    expect(second!.id).not.toBe(exported.id);
  });

  it('of one address have the values of the last element', () => {
    const requests = [
      { email: 'a@b.co', name: 'A', company: 'Acme' },
      { email: 'A@b.co', company: 'Other' },
    ];
    expect(requestsOf({ requests })).toMatchObject([{ email: 'A@b.co', name: 'A', company: 'Other' }]);
  });

  it('of the submitter describe the submission', () => {
    const { item, requests } = read({
      submitter_email: 'ada@example.com',
      requests: [{ email: 'ADA@example.com', name: 'Ada' }],
    });
    expect(requests).toMatchObject([{ id: item!.id, email: 'ada@example.com', name: 'Ada' }]);
    expect(item!.request_count).toBe(1);
  });

  it('have the totals that the core counts', () => {
    const { item, requests } = read({ votes: 9, voters: 'a@b.co', company: 'Acme', value: 3 });
    expect(item).toMatchObject(totalsOf(requests!));
  });

  it.each<[object, [string, string][]]>([
    [{ votes: -1 }, [['votes', 'invalid_value']]],
    [{ votes: 1_000_001 }, [['votes', 'invalid_value']]],
    [{ votes: '1.5' }, [['votes', 'invalid_value']]],
    [{ votes: 'many' }, [['votes', 'invalid_type']]],
    [{ value: '1.234' }, [['value', 'invalid_value']]],
    [{ company: 'x'.repeat(101) }, [['company', 'too_long']]],
    [{ voters: 'a@b.co, Grace' }, [['voters[1]', 'invalid_format']]],
    [{ voters: Array.from({ length: VOTERS_MAX + 1 }, (_, i) => `${i}@b.co`) }, [['voters', 'too_long']]],
    [{ voters: 5 }, [['voters', 'invalid_type']]],
    [{ requests: 'a@b.co' }, [['requests', 'invalid_type']]],
    [{ requests: [{ email: 'a@b.co', count: 2 }] }, [['requests[0].count', 'invalid_value']]],
    [{ requests: [{ votes: 2 }] }, [['requests[0].votes', 'unknown_field']]],
    [{ requests: [{ created_at: '9999-01-01T00:00:00Z' }] }, [['requests[0].created_at', 'invalid_value']]],
  ])('reject %j', (values, expected) => {
    expect(errors(values)).toEqual(expected);
  });
});
