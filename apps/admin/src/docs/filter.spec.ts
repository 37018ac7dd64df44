import { filtered } from './filter';
import type { Group, OperationEntry } from './reference/reference';

const operation = (id: string, method: string, path: string) =>
  ({ id, method, path, summary: id, tag: 'Things' }) as unknown as OperationEntry;
const GROUPS: readonly Group[] = [
  {
    name: 'Things',
    description: '',
    operations: [
      operation('listThings', 'get', '/things'),
      operation('deleteThing', 'delete', '/things/{id}'),
    ],
  },
];
const found = (text: string) =>
  filtered(GROUPS, text).flatMap(({ operations }) => operations.map(({ id }) => id));

describe('the filter', () => {
  it.each([
    ['', ['listThings', 'deleteThing']],
    ['DELETE', ['deleteThing']],
    ['{id} thing', ['deleteThing']],
    ['  list ', ['listThings']],
    ['list delete', []],
  ])('finds by %j', (text, ids) => expect(found(text)).toEqual(ids));

  it('leaves out groups with nothing in them', () => expect(filtered(GROUPS, 'nothing')).toEqual([]));
});
