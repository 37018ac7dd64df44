import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenApiDocument } from '../../document/openapi';
import { buildReference } from '../../document/reference';
import { ID_LINE, nextPage, getOperation } from './follow-ups';

const COMMITTED = resolve(__dirname, '../../../../../api/openapi.json');
const { operations } = buildReference(JSON.parse(readFileSync(COMMITTED, 'utf8')) as OpenApiDocument);
const operationById = (id: string) => operations.find((one) => one.id === id)!;
const page = (next: unknown) => JSON.stringify({ data: [], pagination: { next_cursor: next } });

describe('what comes next', () => {
  it('is the page after this one, with the same filter and no position', () => {
    const values = { 'query:status': 'new', 'query:offset': '20', 'query:include_total': 'true' };
    expect(nextPage(operationById('listFeedback'), values, page('abc'))).toEqual({
      operation: operationById('listFeedback'),
      values: { 'query:status': 'new', 'query:cursor': 'abc' },
    });
  });

  it.each([page(null), page(7), '{}', '[]', 'null', 'no JSON'])('is nothing after %s', (text) =>
    expect(nextPage(operationById('listFeedback'), {}, text)).toBeNull(),
  );

  it('is nothing where there are no pages', () =>
    expect(nextPage(operationById('getFeedback'), {}, page('abc'))).toBeNull());
});

describe('an id', () => {
  it('leads to reading it', () => {
    expect(getOperation(operations, operationById('listFeedback'))?.id).toBe('getFeedback');
    expect(getOperation(operations, operationById('createFeedback'))?.id).toBe('getFeedback');
  });

  it('is no way from where it leads to', () =>
    expect(getOperation(operations, { ...operationById('getFeedback'), path: '/other/{id}' })).toBeNull());

  it('is found in its line', () => {
    const id = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
    expect(ID_LINE.exec(`      "id": "${id}",`)?.slice(1)).toEqual(['      "id": ', id, ',']);
    expect(ID_LINE.test(`"title": "${id}"`)).toBe(false);
  });
});
