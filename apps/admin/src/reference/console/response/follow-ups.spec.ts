import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenApiDocument } from '../../document/openapi';
import { buildReference } from '../../document/reference';
import { ID_LINE, nextPage, getOperation } from './follow-ups';

const COMMITTED = resolve(__dirname, '../../../../../api/openapi.json');
const { operations } = buildReference(JSON.parse(readFileSync(COMMITTED, 'utf8')) as OpenApiDocument);
const operationById = (id: string) => operations.find((one) => one.id === id)!;
const page = (next: unknown) => JSON.stringify({ data: [], pagination: { next_cursor: next } });

describe('nextPage', () => {
  it('sets the cursor, keeps the filter, and drops offset and include_total', () => {
    const values = { 'query:status': 'new', 'query:offset': '20', 'query:include_total': 'true' };
    expect(nextPage(operationById('listFeedback'), values, page('abc'))).toEqual({
      operation: operationById('listFeedback'),
      values: { 'query:status': 'new', 'query:cursor': 'abc' },
    });
  });

  it.each([page(null), page(7), '{}', '[]', 'null', 'no JSON'])('is null for the response %s', (text) =>
    expect(nextPage(operationById('listFeedback'), {}, text)).toBeNull(),
  );

  it('is null for an operation without a cursor', () =>
    expect(nextPage(operationById('getFeedback'), {}, page('abc'))).toBeNull());
});

describe('getOperation and ID_LINE', () => {
  it('finds the operation that reads one item', () => {
    expect(getOperation(operations, operationById('listFeedback'))?.id).toBe('getFeedback');
    expect(getOperation(operations, operationById('createFeedback'))?.id).toBe('getFeedback');
  });

  it('is null if the collection has no operation that reads one item', () =>
    expect(getOperation(operations, { ...operationById('getFeedback'), path: '/other/{id}' })).toBeNull());

  it('matches an ID field and no other field', () => {
    const id = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
    expect(ID_LINE.exec(`      "id": "${id}",`)?.slice(1)).toEqual(['      "id": ', id, ',']);
    expect(ID_LINE.test(`"title": "${id}"`)).toBe(false);
  });
});
