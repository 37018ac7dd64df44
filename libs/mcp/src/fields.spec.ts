import { createMcpHandler } from '@modelcontextprotocol/server';
import { ask, InMemoryFeedbackTools, InMemoryService } from '../testing';
import { feedbackMcpServer } from './server';

/** mcp.md 4 */
describe('list_feedback', () => {
  const handler = () => {
    const tools = new InMemoryFeedbackTools('acme', new InMemoryService());
    return createMcpHandler(() => feedbackMcpServer({ tools, permission: 'full', version: '1' }));
  };
  const session = () => {
    const connected = handler();
    return async (name: string, args: object) =>
      (await ask(connected, 'tools/call', { name, arguments: args })).result;
  };

  it('returns the chosen fields and the ID, without usual values', async () => {
    const call = session();
    const { item } = (
      await call('create_feedback', { title: 'Dark mode', description: 'x'.repeat(201), tags: ['ui'] })
    ).structuredContent;
    const items = async (fields: string) =>
      (await call('list_feedback', { fields })).structuredContent.items as unknown[];
    expect(await items('title, tags,merged_into')).toEqual([
      { id: item.id, title: 'Dark mode', tags: ['ui'] },
    ]);
    expect(await items('description')).toEqual([
      { id: item.id, description: 'x'.repeat(200), description_truncated: true },
    ]);
    const { content } = await call('list_feedback', { fields: 'title,votes' });
    expect(content[0].text).toContain('Invalid value for fields: must be one or more of id, title');
  });

  it('returns similar items with their scores, up to the limit, and no filters with them', async () => {
    const call = session();
    for (const title of ['Dark mode', 'A dark mode', 'CSV export']) await call('create_feedback', { title });
    const similar = async (args: object) =>
      (await call('list_feedback', { similar_to: 'dark mode', fields: 'title', ...args })).structuredContent;
    expect(await similar({})).toEqual({
      items: [
        { id: expect.any(String), score: 1, title: 'Dark mode' },
        { id: expect.any(String), score: expect.any(Number), title: 'A dark mode' },
      ],
      next_cursor: null,
    });
    expect((await similar({ limit: 1 })).items).toHaveLength(1);
    const { content } = await call('list_feedback', { similar_to: 'dark mode', status: 'new', q: null });
    expect(content[0].text).toBe(
      'validation_error: Invalid value for status: must not be combined with similar_to',
    );
  });
});

/** mcp.md 4 */
describe('get_feedback', () => {
  it('returns the parts that the argument names, without empty members', async () => {
    const tools = new InMemoryFeedbackTools('acme', new InMemoryService());
    const handler = createMcpHandler(() => feedbackMcpServer({ tools, permission: 'full', version: '1' }));
    const call = async (name: string, args: object) =>
      (await ask(handler, 'tools/call', { name, arguments: args })).result.structuredContent;
    const { item } = await call('create_feedback', { title: 'Dark mode' });
    const request = { company: 'Acme', value: 1200 };
    await call('update_feedback', { id: item.id, title: 'x'.repeat(70), note: 'Asked Ada', request });
    const found = await call('get_feedback', { id: item.id, with: 'notes,history,requests' });
    const at = expect.any(String);
    expect(found).toEqual({
      item: expect.objectContaining({ request_value: 1200 }),
      version: 2,
      notes: [{ at, by: 'system', text: 'Asked Ada' }],
      history: [
        { at, by: 'system', type: 'updated', changes: { title: ['Dark mode', `${'x'.repeat(60)}…`] } },
        { at, by: 'system', type: 'created' },
      ],
      requests: [{ ...request, created_at: at }, { created_at: at }],
    });
  });
});
