import { memberActor, VISITOR } from '@libs/kernel';
import { ScopedQuery, setScope, type Author } from './scoped-query';
import { UNRECORDED } from './settings';

describe('ScopedQuery', () => {
  /** Returns a connection that records the messages of the extended protocol. */
  function recorder(parsedStatements: Record<string, string>) {
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
    } as never;
    return { messages, connection };
  }
  const submitted = (parsedStatements: Record<string, string>, by?: Author) => {
    const { messages, connection } = recorder(parsedStatements);
    const statement = { name: 's1', text: 'SELECT $1', values: [7] };
    new ScopedQuery(setScope('acme', by), statement, () => {}).submit(connection);
    return messages;
  };

  it('sends the account and the statement before one Sync', () => {
    expect(submitted({ set_scope: '…', s1: 'SELECT $1' })).toEqual([
      'bind set_scope acme,,auto,on',
      'execute',
      'bind s1 7',
      'describe',
      'execute',
      'sync',
    ]);
  });

  it('parses the setting each time on a connection that has not prepared it', () => {
    expect(submitted({ s1: 'SELECT $1' }).slice(0, 3)).toEqual(['parse', 'bind acme,,auto,on', 'execute']);
  });

  it('describes the rows of a prepared statement once per connection', () => {
    const parsed = { set_scope: '…', s1: 'SELECT $1::integer' };
    const run = ({ messages, connection }: ReturnType<typeof recorder>, name?: string) => {
      messages.length = 0;
      let rows: unknown;
      const statement = { name, text: 'SELECT $1::integer', values: [7], rowMode: 'array' as const };
      const query = new ScopedQuery(setScope('acme'), statement, (_, result) => {
        rows = (result as { rows: unknown }).rows;
      });
      query.submit(connection);
      query.handleCommandComplete({}, connection);
      const isDescribed = messages.includes('describe');
      if (isDescribed)
        query.handleRowDescription({ fields: [{ name: 'n', dataTypeID: 23, format: 'text' }] });
      query.handleDataRow({ fields: ['7'] });
      (query as unknown as { handleReadyForQuery(of: unknown): void }).handleReadyForQuery(connection);
      return [isDescribed, rows];
    };
    const [one, two] = [recorder(parsed), recorder(parsed)];
    expect([run(one, 's1'), run(one, 's1'), run(two, 's1')]).toEqual([
      [true, [[7]]],
      [false, [[7]]],
      [true, [[7]]],
    ]);
    expect([run(one), run(one)]).toEqual([
      [true, [[7]]],
      [true, [[7]]],
    ]);
  });

  it.each<[Author, string]>([
    [memberActor('o1'), 'owner:o1'],
    [VISITOR, 'visitor'],
    [UNRECORDED, 'none'],
  ])('sets who changes items: %j', (by, text) => {
    expect(submitted({ set_scope: '…', s1: 'SELECT $1' }, by)[0]).toBe(`bind set_scope acme,${text},auto,on`);
  });
});
