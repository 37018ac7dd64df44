import fc from 'fast-check';
import type { Issue } from '@libs/kernel';
import { idAt } from '../../testing';
import { importedFeedback, type ImportLine } from './import';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const ACCOUNT = 'an account';

function read(values: ImportLine['values']) {
  const issues: Issue[] = [];
  const row = importedFeedback(ACCOUNT, values!, NOW, (at) => idAt(at.toISOString()), issues);
  expect(row === null).toBe(issues.length > 0);
  return { imported: row && row.item, requests: row?.requests, issues };
}
const errorMessages = (values: object) =>
  read({ title: 'T', ...values }).issues.map(({ message }) => message);

/** import.md 2 */
describe('importedFeedback', () => {
  it('creates an item with defaults from a title only', () => {
    const { imported } = read({ title: ' Dark mode ' });
    expect(imported).toEqual({
      accountId: ACCOUNT,
      id: expect.any(String),
      title: 'Dark mode',
      description: null,
      submitter_email: null,
      status: 'new',
      source: 'import',
      created_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
      external_id: null,
      merged_into: null,
      duplicate_count: 0,
      request_count: 1,
      request_value: 0,
      unconfirmed_votes: 0,
      tags: [],
      assignee: null,
      links: [],
      public: null,
      context: null,
      verified: false,
      version: 1,
    });
  });

  it('keeps all values of the row', () => {
    const createdAt = '2024-05-01T10:00:00.123Z';
    const { imported } = read({
      title: 'T',
      description: '',
      submitter_email: 'Ada@example.com',
      status: 'shipped',
      external_id: ' 17 ',
      links: 'https://a.example http://b',
      id: idAt(createdAt).toUpperCase(),
      source: 'widget',
      created_at: '2024-05-01T12:00:00.123+02:00',
      updated_at: '2024-05-01T10:00:00.123Z',
    });
    expect(imported).toMatchObject({
      description: '',
      submitter_email: 'Ada@example.com',
      status: 'shipped',
      source: 'widget',
      created_at: createdAt,
      external_id: ' 17 ',
      links: [
        { url: 'https://a.example', kind: 'other', title: null },
        { url: 'http://b', kind: 'other', title: null },
      ],
    });
    expect(imported!.updated_at).toBe(createdAt);
    expect(imported!.id).toMatch(/^[0-9a-f-]+$/);
  });

  it('treats null as absent, and requires the title', () => {
    const nothing = {
      description: null,
      submitter_email: null,
      status: null,
      external_id: null,
      id: null,
      source: null,
      created_at: null,
      updated_at: null,
    };
    expect(read({ title: 'T', ...nothing }).imported).toMatchObject({ status: 'new', source: 'import' });
    expect(errorMessages({ title: null })).toEqual(['Missing required field: title']);
    expect(errorMessages({ title: undefined })).toEqual(['Missing required field: title']);
  });

  it('generates the ID from created_at, so that IDs are in the order of creation', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: NOW, noInvalidDate: true }), (date) => {
        const createdAt = date.toISOString();
        const { imported: item } = read({ title: 'T', created_at: createdAt });
        expect(item).toMatchObject({ created_at: createdAt, updated_at: createdAt });
        expect(read({ title: 'T', id: item!.id, created_at: createdAt }).imported!.id).toBe(item!.id);
      }),
    );
  });

  it.each([
    [{ title: '' }, 'Field must not be empty: title'],
    [{ title: 'x'.repeat(201) }, 'Field is too long: title (maximum 200 characters)'],
    [{ title: 5 }, 'Field must be a string: title'],
    [{ description: {} }, 'Field must be a string: description'],
    [{ description: '\u0000' }, 'Field contains invalid characters: description (U+0000)'],
    [{ submitter_email: 'ada' }, 'Invalid email address: submitter_email'],
    [
      { status: 'open' },
      'Invalid value for status: must be one of new, planned, building, shipped, declined',
    ],
    [{ external_id: '' }, 'Field must not be empty: external_id'],
    [{ external_id: 17 }, 'Field must be a string: external_id'],
    [{ external_id: '😀'.repeat(256) }, 'Field is too long: external_id (maximum 255 characters)'],
    [{ external_id: 'a\tb' }, 'Field contains invalid characters: external_id (tab)'],
    [{ external_id: '\ud800' }, 'Field contains invalid characters: external_id (U+D800)'],
    [{ assignee: 'Ada\u0000' }, 'Field contains invalid characters: assignee (U+0000)'],
    [{ assignee: { name: '\ud800' } }, 'Field contains invalid characters: assignee (U+D800)'],
    [
      { source: 'canny' },
      'Invalid value for source: must be one of api, form, widget, dashboard, mcp, import',
    ],
    [{ source: true }, 'Field must be a string: source'],
    [{ created_at: 1714557600 }, 'Field must be a string: created_at'],
    [
      { created_at: '2024-05-01' },
      'Invalid date and time: created_at (use RFC 3339 with a UTC offset, such as 2026-03-03T10:00:00Z)',
    ],
    [
      { updated_at: '2024-02-30T10:00:00Z', created_at: '2024-01-01T00:00:00Z' },
      'Invalid date and time: updated_at (use RFC 3339 with a UTC offset, such as 2026-03-03T10:00:00Z)',
    ],
    [{ created_at: '1969-12-31T23:59:59.999Z' }, 'Invalid value for created_at: must not be before 1970'],
    [{ created_at: '2026-03-03T10:05:00.001Z' }, 'Invalid value for created_at: must not be in the future'],
    [
      { created_at: '2026-03-03T10:00:00Z', updated_at: '2026-03-03T10:05:01Z' },
      'Invalid value for updated_at: must not be in the future',
    ],
    [
      { created_at: '2024-05-01T10:00:00Z', updated_at: '2024-05-01T09:59:59Z' },
      'Invalid value for updated_at: must not be before created_at',
    ],
    [{ updated_at: '2024-05-01T09:59:59Z' }, 'Invalid value for updated_at: must not be before created_at'],
  ])('rejects %j: %s', (values, message) => expect(errorMessages(values)).toEqual([message]));

  it('accepts the earliest and the latest time, and the longest external ID', () => {
    const first = '1970-01-01T00:00:00.000Z';
    expect(read({ title: 'T', created_at: first, id: idAt(first) }).imported!.created_at).toBe(first);
    expect(errorMessages({ created_at: '2026-03-03T10:05:00.000Z' })).toEqual([]);
    expect(errorMessages({ external_id: '😀'.repeat(255) })).toEqual([]);
  });

  const createdAt = '2024-05-01T10:00:00.000Z';
  const id = idAt(createdAt);
  it.each([
    ['of another time', { id: idAt('2024-05-01T10:00:00.001Z'), created_at: createdAt }],
    ['without created_at', { id }],
    ['of another UUID version', { id: id.replace(/-7/, '-4'), created_at: createdAt }],
    ['of another UUID variant', { id: `${id.slice(0, 19)}c${id.slice(20)}`, created_at: createdAt }],
    ['in braces', { id: `{${id}}`, created_at: createdAt }],
    ['of another system', { id: '17', created_at: createdAt }],
  ])('rejects an ID %s', (_, values) => {
    expect(errorMessages(values)).toEqual([
      'Invalid value for id: must be the ID of an exported item, with its created_at; ' +
        'put IDs of other systems in external_id',
    ]);
  });

  it('reports every error once', () => {
    expect(errorMessages({ title: '', status: 'x', created_at: 'x', updated_at: 'y', id: 'z' })).toHaveLength(
      4,
    );
  });
});
