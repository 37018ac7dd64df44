import { filterGroups } from './filter';
import type { Group, OperationEntry } from './document/reference';

const operation = (id: string, method: string, path: string) =>
  ({
    id,
    method,
    path,
    summary: id,
    tag: 'Things',
    description: `About ${id}`,
    parameters: method === 'get' ? [{ name: 'q', description: 'Searches the text.' }] : [],
    responses: [{ status: method === 'get' ? '200' : '204' }, { status: '429' }],
  }) as unknown as OperationEntry;
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
const filteredIds = (text: string) =>
  filterGroups(GROUPS, text).flatMap(({ operations }) => operations.map(({ id }) => id));

describe('filterGroups', () => {
  it.each([
    ['', ['listThings', 'deleteThing']],
    ['DELETE', ['deleteThing']],
    ['{id} thing', ['deleteThing']],
    ['  list ', ['listThings']],
    ['list delete', []],
    ['searches', ['listThings']],
    ['q', ['listThings']],
    ['429', ['listThings', 'deleteThing']],
    ['429 about 204', ['deleteThing']],
  ])('finds the operations for %j', (text, ids) => expect(filteredIds(text)).toEqual(ids));

  it('leaves out groups without a match', () => expect(filterGroups(GROUPS, 'nothing')).toEqual([]));
});
