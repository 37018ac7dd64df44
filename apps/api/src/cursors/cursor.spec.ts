import { SORTS } from '@libs/feedback';
import { CursorCodec, type CursorScope } from './cursor';

describe('CursorCodec', () => {
  const cursors = new CursorCodec(new Uint8Array(32).fill(7));
  const id = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
  const position = { id, key: 'Ünïcode "title" \n{"v":1}' };
  const scopes: CursorScope[] = [
    { accountId: 'a' },
    { accountId: 'b' },
    { accountId: 'a', list: 'quarantine' },
    { accountId: 'a', selection: { status: 'new' } },
    { accountId: 'a', selection: { status: 'planned' } },
    { accountId: 'a', selection: { q: '' } },
    { accountId: 'a', selection: { q: 'new' } },
    { accountId: 'a', selection: { q: 'x' } },
    { accountId: 'a', selection: { q: 'X' } },
    { accountId: 'a', selection: { q: 'x ' } },
    { accountId: 'a', selection: { q: 'x', status: 'new' } },
    { accountId: 'a', selection: { q: '\nnew' } },
    { accountId: 'a\n' },
    { accountId: 'a', selection: { submitter_email: 'ada@example.com' } },
    { accountId: 'a', selection: { submitter_email: 'eve@example.com' } },
    ...(['created_after', 'created_before', 'updated_after'] as const).flatMap((name) => [
      { accountId: 'a', selection: { [name]: '2026-03-03T10:00:00.000Z' } },
      { accountId: 'a', selection: { [name]: '2026-03-03T10:00:00.001Z' } },
    ]),
    { accountId: 'a', selection: { searchesSenders: true } },
    { accountId: 'a', selection: { searchesSenders: true, source: 'api' } },
    { accountId: 'a', selection: { searchesSenders: true, source: 'form' } },
    { accountId: 'a', selection: { importId: 'a' } },
    { accountId: 'a', selection: { importId: 'b' } },
    // A filter that is newer than the others.
    { accountId: 'a', selection: { later: '1' } as object },
    { accountId: 'a', selection: { later: '2' } as object },
    ...SORTS.slice(1).map((sort) => ({ accountId: 'a', selection: { sort } })),
    { accountId: 'a', selection: { sort: 'title', q: 'x' } },
    { accountId: 'a', selection: { sort: 'title', status: 'new' } },
  ];

  it('decodes a position only for the list that it was encoded for', () => {
    for (const scope of scopes) {
      const cursor = cursors.encode(scope, position);
      expect(cursor).toMatch(/^[\w-]+$/);
      for (const other of scopes) {
        expect(cursors.decode(other, cursor)).toEqual(other === scope ? position : null);
      }
    }
  });

  it('decodes a position without a sort key, with an absent or explicit default order', () => {
    const cursor = cursors.encode({ accountId: 'a' }, { id });
    expect(cursors.decode({ accountId: 'a', selection: { sort: '-created_at' } }, cursor)).toEqual({ id });
  });

  it('decodes a position from before a filter existed, if the filter is not set', () => {
    const cursor = cursors.encode({ accountId: 'a', selection: { status: 'new' } }, { id });
    const selection = { status: 'new', later: undefined } as const;
    expect(cursors.decode({ accountId: 'a', selection }, cursor)).toEqual({ id });
  });

  it('rejects another secret, and a changed, shortened, or extended cursor', () => {
    const scope = { accountId: 'a', selection: { sort: 'title' } } as const;
    const cursor = cursors.encode(scope, position);
    expect(new CursorCodec(new Uint8Array(32)).decode(scope, cursor)).toBeNull();
    for (let i = 0; i < cursor.length; i++) {
      const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
      expect(cursors.decode(scope, changed)).toBeNull();
      expect(cursors.decode(scope, cursor.slice(0, i))).toBeNull();
    }
    for (const other of [`${cursor}A`, `A${cursor}`, `${cursor}=`, ' ', '', 'a'.repeat(5000)]) {
      expect(cursors.decode(scope, other)).toBeNull();
    }
  });
});
