import { createMcpHandler } from '@modelcontextprotocol/server';
import { ask, InMemoryFeedbackTools, InMemoryService } from '../testing';
import { feedbackMcpServer } from './server';

/** mcp.md 4 */
describe('the tools of the changelog', () => {
  let handler: ReturnType<typeof createMcpHandler>;
  beforeEach(() => {
    const tools = new InMemoryFeedbackTools('acme', new InMemoryService());
    handler = createMcpHandler(() => feedbackMcpServer({ tools, permission: 'full', version: '1' }));
  });
  const call = async (name: string, args: object) =>
    (await ask(handler, 'tools/call', { name, arguments: args })).result;
  const content = async (name: string, args: object) => (await call(name, args)).structuredContent;
  const errorOf = async (name: string, args: object) => {
    const { isError, content: parts } = await call(name, args);
    expect(isError).toBe(true);
    return parts[0].text as string;
  };
  const at = expect.any(String);

  it('create a draft, publish it, and delete it', async () => {
    const { item } = await content('create_feedback', { title: 'Dark mode' });
    const input = { title: 'Dark theme', text: 'Choose **Dark**.', items: [item.id] };
    const { entry: draft } = await content('write_changelog', { ...input, id: null, delete: false });
    expect(draft).toEqual({
      id: at,
      title: input.title,
      text: input.text,
      status: 'draft',
      created_at: at,
    });
    const { id } = draft;
    const publication = { id, status: 'published', set_shipped: true, notify: true };
    const { entry } = await content('write_changelog', publication);
    const url = expect.stringMatching(`/changelog/${id}$`);
    const notification = expect.objectContaining({ state: 'held', recipients: 0 });
    expect(entry).toEqual({ ...draft, status: 'published', published_at: at, notification, url });
    expect((await content('get_feedback', { id: item.id })).item.status).toBe('shipped');
    expect(await content('write_changelog', { id, items: [] })).toEqual({ entry });
    expect(await content('write_changelog', { id, delete: true })).toEqual({ entry: null });
    expect(await errorOf('list_changelog', { id })).toBe('not_found_error: Changelog entry not found');
  });

  it('list entries without items, with the start of long texts, and one entry in full', async () => {
    const { item } = await content('create_feedback', { title: 'Dark mode' });
    const [fits, long] = ['\u{1f319}'.repeat(200), '\u{1f319}'.repeat(201)];
    const short = await content('write_changelog', { title: 'Short', text: fits });
    const { entry } = await content('write_changelog', { title: 'Long', text: long, items: [item.id] });
    expect(entry).toMatchObject({ text: fits, text_truncated: true });
    expect(entry).not.toHaveProperty('items');
    expect(await content('list_changelog', {})).toEqual({
      entries: [entry, short.entry],
      next_cursor: null,
    });
    const { entries, next_cursor: next } = await content('list_changelog', { id: entry.id });
    expect([entries.length, next]).toEqual([1, null]);
    expect(entries[0]).toMatchObject({
      id: entry.id,
      text: long,
      items: [item.id],
      updated_at: at,
      published_at: null,
    });
  });

  it('list pages of a status', async () => {
    for (const title of ['One', 'Two']) await content('write_changelog', { title });
    const { entries, next_cursor: cursor } = await content('list_changelog', { status: 'draft', limit: 1 });
    expect(entries).toMatchObject([{ title: 'Two' }]);
    const rest = await content('list_changelog', { status: 'draft', cursor });
    expect(rest).toMatchObject({ entries: [{ title: 'One' }], next_cursor: null });
    expect((await content('list_changelog', { status: 'published' })).entries).toEqual([]);
  });

  it.each([
    [
      'list_changelog',
      { id: 'x', status: 'draft' },
      'Invalid value for status: must not be combined with id',
    ],
    ['write_changelog', {}, 'Missing required field: title'],
    ['write_changelog', { title: 'x', status: 'published' }, 'Field cannot be set: status'],
    ['write_changelog', { title: 'x', set_shipped: true }, 'Field cannot be set: set_shipped'],
    ['write_changelog', { title: 'x', notify: true }, 'Field cannot be set: notify'],
    ['write_changelog', { delete: true }, 'Missing required field: id'],
    ['write_changelog', { id: 'x', title: 'x', delete: true }, 'Unknown field: title (allowed: id)'],
    [
      'write_changelog',
      { id: 'x', set_shipped: true },
      'Invalid value for set_shipped: must be false unless status is published',
    ],
  ])('reject invalid arguments: %s %j', async (name, args, message) => {
    expect(await errorOf(name, args)).toBe(`validation_error: ${message}`);
  });
});
