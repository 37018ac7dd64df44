import { createMcpHandler } from '@modelcontextprotocol/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { ACCOUNT, accountOfFeedback, ask, InMemoryFeedbackTools, ITEMS, WEEK_ITEMS } from '../testing';
import { feedbackMcpServer } from './server';

/** An agent that counts the tokens of its calls and of their results. */
async function newSession(permission: 'full' | 'read') {
  const tools = new InMemoryFeedbackTools(ACCOUNT, await accountOfFeedback());
  const handler = createMcpHandler(() => feedbackMcpServer({ tools, permission, version: '1' }));
  let tokens = 0;
  return {
    tokens: () => tokens,
    async call(name: string, args: object) {
      const call = { name, arguments: args };
      const { result } = await ask(handler, 'tools/call', call);
      expect(result.isError).toBeFalsy();
      // Clients give a model the text.
      tokens += encode(JSON.stringify(call)).length + encode(result.content[0].text).length;
      return result.structuredContent;
    },
  };
}

interface Listed {
  readonly id: string;
  readonly title: string;
}

/** mcp.md 4 */
describe(`an agent, with ${ITEMS} items`, () => {
  it('summarizes a week in at most 2,500 tokens', async () => {
    const { call, tokens } = await newSession('read');
    const week = { from: '2026-03-02', to: '2026-03-08' };
    const created = await call('feedback_stats', { metric: 'created', by: 'status', ...week });
    const changed = await call('feedback_stats', { metric: 'status_changed', by: 'status', ...week });
    const newest = await call('list_feedback', { created_after: week.from, limit: 10 });
    const fields = 'title,status,request_count,tags';
    const requested = await call('list_feedback', { sort: '-request_count', limit: 5, fields });
    expect([created.rows.length, created.rows.at(-1)[1]]).toEqual([8, WEEK_ITEMS]);
    expect(changed.columns).toEqual(['from', 'count', 'planned', 'building', 'shipped', 'declined']);
    expect([newest.items.length, requested.items.length]).toEqual([10, 5]);
    expect(requested.items[0].request_count).toBeGreaterThan(requested.items[1].request_count);
    expect(tokens()).toBeLessThanOrEqual(2_500);
  });

  it('triages 30 new items with tags and merges in at most 6,000 tokens', async () => {
    const { call, tokens } = await newSession('full');
    const query = { status: 'new', untagged: true, limit: 30, fields: 'title,description' };
    const { items } = (await call('list_feedback', query)) as { readonly items: readonly Listed[] };
    expect(items).toHaveLength(30);
    const updates = items.map(({ id }, i) =>
      i % 6 === 5
        ? { id, merged_into: items[i - 5]!.id }
        : {
            id,
            status: i % 2 === 0 ? 'planned' : 'declined',
            add_tags: i % 3 === 0 ? ['mobile', 'bug'] : ['web'],
          },
    );
    await call('batch_update_feedback', { updates });
    expect(tokens()).toBeLessThanOrEqual(6_000);
    const { items: triaged } = await call('list_feedback', { tag: 'web', limit: 1 });
    expect(triaged[0]).toMatchObject({ tags: ['web'] });
  });

  it('finds the duplicates of "dark mode" and merges them in at most 3,000 tokens', async () => {
    const { call, tokens } = await newSession('full');
    const fields = 'title,status,request_count';
    const similar = await call('list_feedback', { similar_to: 'dark mode', fields });
    const found = await call('list_feedback', { q: 'dark', sort: 'created_at', fields });
    const ids = [...similar.items, ...found.items].map(({ id }: Listed) => id);
    const [target, ...duplicates] = [...new Set(ids)];
    expect(duplicates).toHaveLength(5);
    const updates = duplicates.map((id) => ({ id, merged_into: target }));
    await call('batch_update_feedback', { updates });
    const { item } = await call('get_feedback', { id: target });
    expect(item.duplicate_count).toBe(5);
    expect(tokens()).toBeLessThanOrEqual(3_000);
  });

  it('says what changed since yesterday, and by whom, in at most 2,500 tokens', async () => {
    const { call, tokens } = await newSession('read');
    const { changes, next_cursor: next } = await call('list_changes', { since: '2026-03-08', limit: 100 });
    expect([next, changes.length]).toEqual([null, 27]);
    const authors = new Set(changes.map(({ by }: { readonly by: string }) => by));
    expect([...authors].toSorted()).toEqual(['Ada Lovelace', 'Support desk', 'visitor']);
    expect(changes).toContainEqual(
      expect.objectContaining({ type: 'updated', changes: { status: ['new', expect.any(String)] } }),
    );
    expect(tokens()).toBeLessThanOrEqual(2_500);
  });
});
