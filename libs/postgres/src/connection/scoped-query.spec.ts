import { ownerActor, VISITOR } from '@libs/kernel';
import { ScopedQuery, setScope, UNRECORDED, type Author } from './scoped-query';

describe('ScopedQuery', () => {
  /** Records the messages of the extended protocol. */
  const submitted = (parsedStatements: Record<string, string>, by?: Author) => {
    const messages: string[] = [];
    const record = (type: string) => (config?: { name?: string; statement?: string; values?: unknown[] }) => {
      messages.push([type, config?.name ?? config?.statement, config?.values].filter(Boolean).join(' '));
    };
    const types = ['parse', 'bind', 'describe', 'execute', 'sync'];
    const connection = {
      ...Object.fromEntries(types.map((type) => [type, record(type)])),
      stream: { cork: () => {}, uncork: () => {} },
      parsedStatements,
      submittedNamedStatements: {},
    };
    const statement = { name: 's1', text: 'SELECT $1', values: [7] };
    new ScopedQuery(setScope('acme', by), statement, () => {}).submit(connection as never);
    return messages;
  };

  it('sends the account and the statement before one Sync', () => {
    expect(submitted({ set_scope: '…', s1: 'SELECT $1' })).toEqual([
      'bind set_scope acme,',
      'execute',
      'bind s1 7',
      'describe',
      'execute',
      'sync',
    ]);
  });

  it('parses the setting each time on a connection that has not prepared it', () => {
    expect(submitted({ s1: 'SELECT $1' }).slice(0, 3)).toEqual(['parse', 'bind acme,', 'execute']);
  });

  it.each<[Author, string]>([
    [ownerActor('o1'), 'owner:o1'],
    [VISITOR, 'visitor'],
    [UNRECORDED, 'none'],
  ])('sets who changes items: %j', (by, text) => {
    expect(submitted({ set_scope: '…', s1: 'SELECT $1' }, by)[0]).toBe(`bind set_scope acme,${text}`);
  });
});
