import { aFeedback, idAt } from '@libs/feedback/testing';
import { feedbackChangeRule, SOURCES, type Feedback } from '@libs/feedback';
import { parse, SYSTEM } from '@libs/kernel';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { ask, InMemoryFeedbackTools, InMemoryService } from '../testing';
import { feedbackMcpServer } from './server';

const MONDAY = Date.parse('2026-03-02T00:00:00.000Z');
const WEEK_MS = 7 * 86_400_000;
const ITEMS = 120;
const ACCOUNT = 'acme';

const REQUESTS = [
  [
    'Dark mode for the mobile app',
    'I work at night, and the white background hurts my eyes. Please follow the system.',
  ],
  [
    'Export invoices as CSV',
    'Our accountant needs all invoices of a quarter in one file, with the tax rate per line.',
  ],
  [
    'The app crashes when I upload a photo',
    'It closes after a few seconds on Android 15. Smaller photos work. It started with the last update.',
  ],
  ['Sign in with SSO', null],
  [
    'Bulk edit of tasks',
    'Selecting twenty tasks and moving them to another project takes me ten minutes every Monday.',
  ],
  [
    'Kalender mit Wochenansicht',
    'Die Monatsansicht ist auf dem Telefon zu klein. Eine Woche pro Seite würde uns reichen.',
  ],
  [
    'Slow search in large projects',
    'With more than 5,000 tasks the search takes several seconds and sometimes returns nothing at all.',
  ],
  ['Keyboard shortcuts', 'J and K to move, E to edit.'],
] as const;
const DECISIONS = ['planned', 'building', 'shipped', 'declined'];
const TAGS = [['mobile'], ['billing'], ['mobile', 'bug'], [], ['web'], ['calendar'], ['bug'], []];

/** Returns item `i` of the week. Most have a description, an email address, and tags. */
function itemOf(i: number): Feedback {
  const created_at = new Date(MONDAY + Math.floor(((i + 0.5) / ITEMS) * WEEK_MS)).toISOString();
  const [title, description] = REQUESTS[i % REQUESTS.length]!;
  return aFeedback({
    accountId: ACCOUNT,
    id: idAt(created_at),
    created_at,
    updated_at: created_at,
    title: i < REQUESTS.length ? title : `${title} (${i})`,
    description: description && i % 3 === 0 ? `${description} ${description}` : description,
    submitter_email: i % 3 === 1 ? null : `person.${i}@example.com`,
    source: SOURCES[i % 4]!,
    tags: TAGS[i % TAGS.length]!,
  });
}

async function weekOfFeedback(): Promise<InMemoryService> {
  const service = new InMemoryService();
  const { items } = service;
  service.now = MONDAY;
  await items.tags.ensure(ACCOUNT, TAGS.flat(), () => idAt('2026-03-01T00:00:00.000Z'));
  const added = Array.from({ length: ITEMS }, (_, i) => itemOf(i));
  for (const item of added) await items.add(item, SYSTEM);
  const revise = (id: string, change: object) =>
    service.feedback.revise(ACCOUNT, id, parse(feedbackChangeRule, change), SYSTEM);
  for (const [i, { id, created_at }] of added.entries()) {
    service.now = Math.min(Date.parse(created_at) + 3_600_000, MONDAY + WEEK_MS - 1_000);
    if (i % 4 === 0) await revise(id, { status: DECISIONS[(i / 4) % DECISIONS.length] });
    if (i > 8 && i % 8 === 7) await revise(id, { merged_into: added[7]!.id });
    if (i > 8 && i % 16 === 0) await revise(id, { merged_into: added[0]!.id });
  }
  service.now = MONDAY + WEEK_MS - 1;
  return service;
}

/** mcp.md 4 */
describe('a weekly summary', () => {
  it('takes an agent fewer than 3,000 tokens for its calls and their results', async () => {
    const tools = new InMemoryFeedbackTools(ACCOUNT, await weekOfFeedback());
    const handler = createMcpHandler(() => feedbackMcpServer({ tools, permission: 'read', version: '1' }));
    const week = { from: '2026-03-02', to: '2026-03-08' };
    const calls = [
      { name: 'feedback_stats', arguments: { metric: 'created', by: 'status', ...week } },
      { name: 'feedback_stats', arguments: { metric: 'status_changed', by: 'status', ...week } },
      { name: 'list_feedback', arguments: { created_after: '2026-03-02T00:00:00Z', limit: 10 } },
      { name: 'list_feedback', arguments: { sort: '-request_count', limit: 5 } },
    ];
    let tokens = 0;
    const results = [];
    for (const call of calls) {
      const { result } = await ask(handler, 'tools/call', call);
      // Clients give a model the text.
      const { text } = result.content[0];
      tokens += encode(JSON.stringify(call)).length + encode(text).length;
      results.push(result.structuredContent);
    }
    const [created, changed, newest, requested] = results;
    expect([created.rows.length, created.rows.at(-1)[1]]).toEqual([8, ITEMS]);
    expect(changed.columns).toEqual(['from', 'count', 'planned', 'building', 'shipped', 'declined']);
    expect([newest.items.length, requested.items.length]).toEqual([10, 5]);
    expect(requested.items[0].request_count).toBeGreaterThan(requested.items[1].request_count);
    expect(tokens).toBeLessThan(3_000);
  });
});
