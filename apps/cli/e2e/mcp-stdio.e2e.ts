import { createFeedbackClient } from '@libs/api-client';
import { legacyHost, modernHost, type Env, type McpHost, type ToolResult } from './support/mcp-host';
import { FakeService } from './support/fake-service';
import { useService } from './support/service';

const acme = useService();
const envOf = (key: string): Env => ({ FEEDBACK_URL: acme.url, FEEDBACK_API_KEY: key });

const READ = ['list_feedback', 'get_feedback', 'list_changes', 'feedback_stats', 'list_changelog'];
const ALL = [
  ...READ,
  'create_feedback',
  'update_feedback',
  'batch_update_feedback',
  'delete_feedback',
  'write_changelog',
];
const UNKNOWN_ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

/** Returns the result of a successful tool call, which has the same content for programs and for models. */
function contentOf<T>({ isError, structuredContent, content }: ToolResult): T {
  expect([isError ?? false, content.length]).toEqual([false, 1]);
  expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  return structuredContent as T;
}

interface Item {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly source: string;
}

const failed = (text: unknown) => ({ isError: true, content: [{ type: 'text', text }] });

/** mcp.md 7 */
describe.each([
  ['2026-07-28 with its official client', modernHost, '2026-07-28'],
  ['2025-11-25 with the official client of that version', legacyHost, '2025-11-25'],
])('tools over stdio, protocol version %s', (_, connect, revision) => {
  describe('with a full key', () => {
    let full: string;
    let host: McpHost;
    beforeAll(async () => {
      full = (await acme.account()).key;
      host = await connect(envOf(full));
    });
    afterAll(() => host.close());

    it('lists all tools in a fixed order', async () => {
      expect(host.revision).toBe(revision);
      expect((await host.tools()).tools.map(({ name }) => name)).toEqual(ALL);
      expect(host.log()).toBe('');
    });

    it('creates, finds, reads, updates, and deletes items with results that match the schemas', async () => {
      await host.tools();
      const newItem = { title: `Dark mode ${revision}`, description: 'At night \u{1f319}' };
      const { item } = contentOf<{ item: Item }>(await host.call('create_feedback', newItem));
      expect(item).toMatchObject({ ...newItem, status: 'new', source: 'mcp' });
      const listed = contentOf<{ items: Item[] }>(await host.call('list_feedback', { q: newItem.title }));
      expect(listed).toEqual({ items: [item], next_cursor: null });
      expect(contentOf(await host.call('get_feedback', { id: item.id }))).toEqual({ item, version: 1 });

      const updated = await host.call('update_feedback', { id: item.id, status: 'planned' });
      expect(contentOf<{ item: Item }>(updated).item).toMatchObject({ ...newItem, status: 'planned' });
      const updates = [{ id: item.id, status: 'shipped', title: `Light ${revision}` }];
      const { items } = contentOf<{ items: Item[] }>(await host.call('batch_update_feedback', { updates }));
      expect(items).toMatchObject([{ id: item.id, status: 'shipped', title: `Light ${revision}` }]);

      const restClient = createFeedbackClient({ baseUrl: acme.url, apiKey: full });
      expect((await restClient.get(item.id)).data).toMatchObject({ ...items[0], source: 'mcp' });
      const deleted = await host.call('delete_feedback', { id: item.id });
      expect(contentOf(deleted)).toEqual({ deleted: true, id: item.id });
      expect(await host.call('get_feedback', { id: item.id })).toMatchObject(
        failed('not_found_error: Feedback item not found'),
      );
    });

    it('writes, publishes, and deletes an entry of the changelog', async () => {
      const title = `Dark theme ${revision}`;
      const { entry } = contentOf<{ entry: { id: string } }>(await host.call('write_changelog', { title }));
      const { id } = entry;
      const published = contentOf(await host.call('write_changelog', { id, status: 'published' }));
      expect(published).toMatchObject({ entry: { id, title, url: expect.stringContaining(id) } });
      expect(contentOf(await host.call('list_changelog', { id }))).toMatchObject({
        entries: [{ id, title, items: [] }],
      });
      const deleted = await host.call('write_changelog', { id, delete: true });
      expect(contentOf(deleted)).toEqual({ entry: null });
      expect(await host.call('list_changelog', { id })).toMatchObject(
        failed('not_found_error: Changelog entry not found'),
      );
    });

    it('reports invalid arguments to the model and an unknown tool to the client', async () => {
      const nameless = await host.call('create_feedback', { description: 'x', submitter_email: 'nobody' });
      expect(nameless).toMatchObject(
        failed(expect.stringMatching(/^validation_error: Missing required field: title\n.*submitter_email/)),
      );
      expect(await host.call('update_feedback', { id: UNKNOWN_ID, status: 'new' })).toMatchObject(
        failed('not_found_error: Feedback item not found'),
      );
      await expect(host.call('drop_table')).rejects.toMatchObject({ code: -32602 });
    });

    it('creates one item for two calls with the same idempotency key', async () => {
      const item = { title: `IdempotentRequest ${revision}`, idempotency_key: `once-${revision}` };
      const [one, two] = await Promise.all([
        host.call('create_feedback', item),
        host.call('create_feedback', item),
      ]);
      expect(contentOf(one)).toEqual(contentOf(two));
      const { items } = contentOf<{ items: Item[] }>(await host.call('list_feedback', { q: item.title }));
      expect(items).toHaveLength(1);
    });

    it('returns the right result to each of many concurrent calls', async () => {
      const titles = Array.from({ length: 20 }, (_one, n) => `Many ${revision} ${n}`);
      const created = await Promise.all(titles.map((title) => host.call('create_feedback', { title })));
      expect(created.map((result) => contentOf<{ item: Item }>(result).item.title)).toEqual(titles);
    });
  });

  let host: McpHost | undefined;
  afterEach(async () => {
    await host?.close();
    host = undefined;
  });

  it('lists only read-only tools for a read key and rejects calls of others', async () => {
    host = await connect(envOf(await (await acme.account()).issueKey({ permission: 'read' })));
    expect((await host.tools()).tools.map(({ name }) => name)).toEqual(READ);
    contentOf(await host.call('list_feedback', {}));
    await expect(host.call('create_feedback', { title: 'Dark mode' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('reports a rate limit to the model instead of waiting', async () => {
    const { key } = await acme.account('free');
    host = await connect(envOf(key));
    // The first of ten requests was the one for the permission of the key.
    for (let n = 0; n < 9; n++) contentOf(await host.call('list_feedback', { limit: 1 }));
    const limited = failed(
      expect.stringMatching(
        /^rate_limit_error: Rate limit exceeded: 10 requests per minute\. Retry in \d+ seconds\.$/,
      ),
    );
    expect(await host.call('list_feedback')).toMatchObject(limited);
    // The limit still applies, so the first call did not wait for its end.
    expect(await host.call('list_feedback')).toMatchObject(limited);
    // Listing the tools works despite the rate limit.
    expect((await host.tools()).tools).toHaveLength(ALL.length);
  });
});

it('negotiates the newest protocol version with a client that supports negotiation', async () => {
  const host = await modernHost(envOf((await acme.account()).key), 'auto');
  expect(host.revision).toBe('2026-07-28');
  expect((await host.tools()).tools).toHaveLength(ALL.length);
  await host.close();
});

it('lists every tool if the service is down, and reports the error for each call', async () => {
  const stoppedService = await FakeService.start({});
  await stoppedService.stop();
  const env = { FEEDBACK_URL: stoppedService.url, FEEDBACK_API_KEY: (await acme.account()).key };
  const host = await modernHost(env, undefined, ['--max-wait', '0']);
  expect((await host.tools()).tools).toHaveLength(ALL.length);
  const { isError, content } = await host.call('list_feedback', {});
  expect([isError, content[0]!.text]).toEqual([
    true,
    expect.stringMatching(/^api_error: The service did not respond: .*ECONNREFUSED/),
  ]);
  expect(host.log()).toMatch(/key permission unknown, so every tool is listed/);
  expect(host.log()).not.toContain(env.FEEDBACK_API_KEY);
  await host.close();
});
