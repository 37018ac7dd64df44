import { SELECTION_FIELDS } from '@libs/feedback';
import { booleanRule, integerRule, optional, required, stringRule, type DomainError } from '@libs/kernel';
import { queryOf, type Query } from './query';

const FIELDS = {
  ...SELECTION_FIELDS,
  n: optional(integerRule(1, 100)),
  flag: optional(booleanRule),
};

const messages = (query: Query, fields: Parameters<typeof queryOf>[0] = FIELDS): string[] => {
  try {
    queryOf(fields, query);
    return [];
  } catch (error) {
    return (error as DomainError).facts.issues!.map(({ message }) => message);
  }
};

/** lists.md 1 */
describe('queryOf', () => {
  it('parses values by their rules, and omits absent parameters', () => {
    const query = { n: '7', flag: 'false', q: ' x ', created_after: '2026-03-03T11:00:00+01:00' };
    expect(queryOf(FIELDS, query)).toEqual({
      n: 7,
      flag: false,
      q: ' x ',
      created_after: '2026-03-03T10:00:00.000Z',
    });
  });

  it.each<[Query, string]>([
    [{ n: '0' }, 'n must be an integer between 1 and 100'],
    [{ n: '007' }, 'n must be an integer between 1 and 100'],
    [{ n: '1e1' }, 'n must be an integer between 1 and 100'],
    [{ flag: 'yes' }, 'flag must be true or false'],
    [
      { status: 'new,open' },
      'status must be one or more of new, planned, building, shipped, declined, separated by commas',
    ],
    [{ q: '' }, 'q must have 1 to 200 characters'],
    [{ q: 'x'.repeat(201) }, 'q must have 1 to 200 characters'],
    [{ q: 'a\0' }, 'q contains invalid characters (U+0000)'],
    [{ external_id: '' }, 'external_id must have 1 to 255 characters'],
    [{ external_id: '😀'.repeat(256) }, 'external_id must have 1 to 255 characters'],
    [{ external_id: 'a\n' }, 'external_id contains invalid characters (line break)'],
    [{ external_id: '\ud800' }, 'external_id contains invalid characters (U+D800)'],
    [
      { created_after: '2026-03-03T10:00:00 01:00' },
      'created_after must have the + of its offset written as %2B',
    ],
    [{ submitter_email: 'a  b' }, 'submitter_email must be an email address'],
    [{ submitter_email: 'user tag@example.com' }, 'submitter_email must have its + written as %2B'],
    [{ submitter_email: 'a b c@example.com' }, 'submitter_email must have its + written as %2B'],
  ])('rejects %j', (query, message) => {
    expect(messages(query)).toEqual([`Invalid query parameter: ${message}`]);
  });

  it('reports all invalid values, then all unknown parameters', () => {
    const query = { page: '2', status: ['new', 'new'], n: 'x', fb_live_12345678: '1', sizes: ['1', '2'] };
    expect(messages(query, { status: FIELDS.status, n: FIELDS.n })).toEqual([
      'Query parameter must not be repeated: status',
      'Invalid query parameter: n must be an integer between 1 and 100',
      'Unknown query parameter: page (allowed: status, n)',
      'Unknown query parameter: fb_live_… (allowed: status, n)',
      'Query parameter must not be repeated: sizes',
    ]);
  });

  it('rejects a required parameter that is absent or empty', () => {
    for (const query of [{}, { name: '' }] as Query[]) {
      expect(messages(query, { name: required(stringRule) })).toEqual([
        'Invalid query parameter: name is required',
      ]);
    }
  });
});
