import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { legacyAgent, modernAgent, type Agent } from './support/mcp';
import { useService } from './support/use-service';

/** Tests mcp.md 1 and mcp.md 4 with the official clients of both protocol versions. */
describe.each([
  ['2026-07-28', modernAgent, /^2026-07-28$/],
  ['2025', legacyAgent, /^2025-/],
])('the official client of %s', (_name, connect, revision) => {
  const { service, client } = useService();
  let agent: Agent;
  let key: string;

  beforeEach(async () => {
    ({ key } = await service.account());
    agent = await connect(service, { 'x-api-key': key });
  });
  afterEach(() => agent.close());

  it('receives the protocol version and the instructions', () => {
    expect(agent.revision()).toMatch(revision);
    expect(agent.instructions()).toContain('Product feedback of one account');
  });

  it('lists ten tools in fewer than 1,700 tokens', async () => {
    const listed = await agent.list();
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual([
      'list_feedback',
      'get_feedback',
      'list_changes',
      'feedback_stats',
      'list_changelog',
      'create_feedback',
      'update_feedback',
      'batch_update_feedback',
      'delete_feedback',
      'write_changelog',
    ]);
    expect(encode(JSON.stringify(listed)).length).toBeLessThan(1700);
  });

  it('calls every tool and receives results that match the output schema', async () => {
    const ajv = addFormats(new Ajv2020({ strict: false }));
    const { tools } = await agent.list();
    const given = async (name: string, args?: Record<string, unknown>) => {
      const result = await agent.call(name, args);
      expect(result.isError).toBeFalsy();
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
      const { outputSchema } = tools.find((tool: { name: string }) => tool.name === name);
      expect([name, ajv.validate(outputSchema, result.structuredContent)]).toEqual([name, true]);
      return result.structuredContent;
    };
    const { item } = await given('create_feedback', {
      title: 'Dark mode',
      submitter_email: 'ada@example.com',
    });
    expect(item).toMatchObject({ title: 'Dark mode', status: 'new', source: 'mcp' });
    const rest = await client.call('GET', `/api/v1/feedback/${item.id}`, { key });
    expect(rest.json.data).toEqual({
      ...item,
      external_id: null,
      merged_into: null,
      duplicate_count: 0,
      request_count: 1,
      request_value: 0,
      unconfirmed_votes: 0,
      tags: [],
      assignee: null,
      links: [],
      public: null,
      context: null,
      verified: false,
    });
    expect(await given('list_feedback')).toEqual({ items: [item], next_cursor: null });
    expect(await given('get_feedback', { id: item.id })).toEqual({ item, version: 1 });
    const { rows } = await given('feedback_stats', { metric: 'created', by: 'source' });
    expect(rows.at(-1)).toEqual(['total', 1, 1]);
    const updated = await given('update_feedback', { id: item.id, status: 'planned', description: 'soon' });
    expect(updated.item).toMatchObject({ status: 'planned', description: 'soon' });
    const updates = [{ id: item.id, description: null }];
    expect((await given('batch_update_feedback', { updates })).items).toMatchObject(updates);
    const { entry } = await given('write_changelog', { title: 'Dark theme', text: 'New', items: [item.id] });
    const publication = { id: entry.id, status: 'published', set_shipped: true };
    const published = (await given('write_changelog', publication)).entry;
    const { data } = (await client.call('GET', `/api/v1/changelog/${entry.id}`, { key })).json;
    expect(await given('list_changelog', { id: entry.id })).toEqual({ entries: [data], next_cursor: null });
    const { items: _, updated_at: _updated, notification: _notification, ...shown } = data;
    expect(published).toEqual(shown);
    const { url: _url, ...listed } = shown;
    expect(await given('list_changelog')).toEqual({ entries: [listed], next_cursor: null });
    expect((await given('get_feedback', { id: item.id })).item.status).toBe('shipped');
    expect(await given('write_changelog', { id: entry.id, delete: true })).toEqual({ entry: null });
    expect((await given('list_changelog')).entries).toEqual([]);
    expect(await given('delete_feedback', { id: item.id })).toEqual({ deleted: true, id: item.id });
    expect((await client.call('GET', `/api/v1/feedback/${item.id}`, { key })).status).toBe(404);
  });

  it('receives an error for each invalid call, and can continue', async () => {
    const missing = await agent.call('get_feedback', { id: 'nothing' });
    expect(missing).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'not_found_error: Feedback item not found' }],
    });
    const wrong = await agent.call('create_feedback', { title: '', votes: 1 });
    expect(wrong.content[0].text).toBe(
      'validation_error: Field must not be empty: title\n' +
        'Unknown field: votes (allowed: title, description, submitter_email, status, tags, idempotency_key)',
    );
    await expect(agent.call('drop_feedback')).rejects.toMatchObject({ code: -32602 });
    expect((await agent.call('list_feedback')).isError).toBeFalsy();
  });

  it('lists and calls only the read tools with a read key, sent as a bearer token', async () => {
    const { id } = await service.account();
    const { key: readKey } = await service.issue(id, { permission: 'read' });
    const reader = await connect(service, { authorization: `Bearer ${readKey}` });
    const { tools } = await reader.list();
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'list_feedback',
      'get_feedback',
      'list_changes',
      'feedback_stats',
      'list_changelog',
    ]);
    expect((await reader.call('list_feedback')).structuredContent).toEqual({ items: [], next_cursor: null });
    expect((await reader.call('list_changelog')).structuredContent).toEqual({
      entries: [],
      next_cursor: null,
    });
    for (const name of ['delete_feedback', 'write_changelog'])
      await expect(reader.call(name, { id: 'x' })).rejects.toMatchObject({ code: -32602 });
    await reader.close();
  });

  it('cannot connect without a key or with an unknown key', async () => {
    await expect(connect(service, {})).rejects.toThrow();
    await expect(connect(service, { 'x-api-key': `fb_live_${'x'.repeat(38)}` })).rejects.toThrow();
  });

  it('receives the matching result for each of 40 concurrent calls, and pages through a list', async () => {
    const titles = Array.from({ length: 40 }, (_, i) => `At once ${i}`);
    const results = await Promise.all(titles.map((title) => agent.call('create_feedback', { title })));
    expect(results.map(({ structuredContent: { item } }) => item.title)).toEqual(titles);
    expect(new Set(results.map(({ structuredContent: { item } }) => item.id)).size).toBe(40);

    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const args = { q: 'At once', limit: 15, ...(cursor && { cursor }) };
      const { structuredContent: page } = await agent.call('list_feedback', args);
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(40);
    expect(seen).toHaveLength(40);
  });
});
