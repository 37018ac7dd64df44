import type { OperationEntry, ParameterEntry } from '../../document/reference';
import {
  mayChangeData,
  findJsonError,
  createDraft,
  findInvalidParameters,
  buildRequest,
  type RequestDraft,
} from './request';

const parameter = (place: ParameterEntry['in'], name: string, required = false): ParameterEntry => ({
  in: place,
  name,
  required,
  type: 'string',
  description: '',
  facts: [],
  example: '',
  schema: {},
});
const content = (type: string, text: string) => ({
  type,
  description: '',
  fields: [],
  examples: [{ name: 'a', summary: '', text }],
});
const OPERATION: OperationEntry = {
  id: 'change',
  method: 'patch',
  path: '/things/{id}',
  tag: 'Things',
  summary: 'Change',
  description: '',
  parameters: [parameter('path', 'id', true), parameter('query', 'mode'), parameter('header', 'If-Match')],
  body: {
    description: '',
    required: true,
    contents: [content('application/json', '{"a":1}'), content('text/csv', 'a\n1')],
  },
  responses: [],
};
const draft = (change: Partial<RequestDraft> = {}): RequestDraft => ({
  ...createDraft(OPERATION),
  ...change,
});

describe('createDraft and buildRequest', () => {
  it('starts with the first example as the body and no other values', () => {
    expect(createDraft(OPERATION)).toEqual({
      values: {},
      mediaType: 'application/json',
      body: '{"a":1}',
      file: null,
    });
  });

  it('puts encoded values into path, query, and headers', () => {
    const values = { 'path:id': 'a/b?', 'query:mode': 'x&y=é', 'header:If-Match': '"1"' };
    expect(buildRequest(OPERATION, draft({ values }))).toEqual({
      method: 'PATCH',
      path: '/things/a%2Fb%3F?mode=x%26y%3D%C3%A9',
      headers: [
        ['If-Match', '"1"'],
        ['Content-Type', 'application/json'],
      ],
      body: { text: '{"a":1}' },
    });
  });

  it('leaves out empty parameters', () => {
    const values = { 'path:id': '1', 'query:mode': '' };
    expect(buildRequest(OPERATION, draft({ values, mediaType: 'text/csv', body: 'a' }))).toEqual({
      method: 'PATCH',
      path: '/things/1',
      headers: [['Content-Type', 'text/csv']],
      body: { text: 'a' },
    });
  });

  it('replaces an unpaired surrogate in a value', () => {
    expect(buildRequest(OPERATION, draft({ values: { 'path:id': '\ud800' } })).path).toBe(
      '/things/%EF%BF%BD',
    );
  });
});

describe('findInvalidParameters', () => {
  const names = (values: RequestDraft['values']) =>
    findInvalidParameters(OPERATION, draft({ values })).map(({ name }) => name);

  it('finds a missing required parameter', () => expect(names({})).toEqual(['id']));
  it('finds a header value that browsers cannot send', () =>
    expect(names({ 'path:id': '1', 'header:If-Match': '✓' })).toEqual(['If-Match']));
  it('accepts other values', () => expect(names({ 'path:id': '1', 'header:If-Match': '"1"' })).toEqual([]));
});

describe('mayChangeData', () => {
  const changes = (change: Partial<RequestDraft>, method: OperationEntry['method'] = 'post') =>
    mayChangeData({ ...OPERATION, method }, draft(change));

  it('is true for every method but GET', () => {
    expect([changes({}), changes({}, 'delete'), changes({}, 'get')]).toEqual([true, true, false]);
  });

  it('is false for a dry run, set in the query or the body', () => {
    expect(changes({ values: { 'query:dry_run': 'true' } })).toBe(false);
    expect(changes({ values: { 'query:dry_run': 'false' } })).toBe(true);
    expect(changes({ body: '{"dry_run": true}' })).toBe(false);
    expect(changes({ body: '{"dry_run": false}' })).toBe(true);
  });
});

describe('findJsonError', () => {
  it('checks JSON media types only', () => {
    expect(findJsonError(draft({ body: '{' }))).toMatch(/JSON/);
    expect(findJsonError(draft({ body: '{}' }))).toBeNull();
    expect(findJsonError(draft({ body: '{', mediaType: 'text/csv' }))).toBeNull();
    expect(findJsonError(draft({ body: '{', mediaType: 'application/x-ndjson' }))).toBeNull();
    expect(findJsonError(draft({ body: '{', mediaType: 'application/merge-patch+json' }))).toMatch(/JSON/);
  });
});
