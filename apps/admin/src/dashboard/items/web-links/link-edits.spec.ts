import type { ItemLink } from '@libs/feedback';
import { adding, hasRoom, linkDetail, linkName, readLink, removing } from './link-edits';

const link = (name: string): ItemLink => ({ url: `https://${name}.example/1`, kind: 'call', title: null });
const [A, B, C] = ['a', 'b', 'c'].map(link) as [ItemLink, ItemLink, ItemLink];

/** items.md 13 */
describe('the links of an item', () => {
  it('are read as typed, without an empty title', () => {
    expect(readLink({ url: ` ${A.url} `, kind: 'call', title: ' ' }, [B])).toEqual({ link: A, errors: {} });
    const { link: titled } = readLink({ url: A.url, kind: 'other', title: ' T ' }, []);
    expect(titled).toEqual({ url: A.url, kind: 'other', title: 'T' });
  });

  it.each([
    [{ url: '', title: '' }, ['url']],
    [{ url: 'a.example', title: '' }, ['url']],
    [{ url: 'https://ada@a.example', title: 'x'.repeat(201) }, ['url', 'title']],
    [{ url: B.url, title: '' }, ['url']],
  ])('are not added from %j', (values, fields) => {
    expect(Object.keys(readLink({ ...values, kind: 'call' }, [B]).errors)).toEqual(fields);
  });

  it('are added and removed among those that others have changed', () => {
    expect(adding(C)([A, B])).toEqual([A, B, C]);
    expect(adding(C, 0)([A, B])).toEqual([C, A, B]);
    expect(adding(C, 5)([])).toEqual([C]);
    expect(adding({ ...A, title: 'T' })([A])).toEqual([A]);
    expect(removing(A)([B, { ...A, title: 'T' }])).toEqual([B]);
    expect(removing(A)([B])).toEqual([B]);
  });

  it('are at most 20', () => {
    const all = Array.from({ length: 20 }, (_, i) => link(`a${i}`));
    expect([hasRoom(all), hasRoom(all.slice(1))]).toEqual([false, true]);
  });

  it('have their title or host as a name, and the rest beside it', () => {
    expect([linkName(A), linkName({ ...A, title: 'T' })]).toEqual(['a.example', 'T']);
    expect(linkName(link('www.a'))).toBe('a.example');
    expect([linkDetail(A), linkDetail({ ...A, title: 'T' })]).toEqual(['1', 'a.example']);
    expect(linkDetail({ ...A, url: 'https://a.example/' })).toBe('');
    expect(linkDetail({ ...A, url: 'http://a?q=1' })).toBe('?q=1');
  });
});
