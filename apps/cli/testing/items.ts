import { Readable } from 'node:stream';
import type { Feedback } from '@libs/api-client';
import { jsonResponse, ScriptedService, type Step } from '@libs/api-client/testing';
import { USUAL_VALUES } from '@libs/feedback';
import { run } from '../src/run';
import { stringContext } from './string-context';

/** Returns a distinct ID for each number. */
export const itemId = (n: number): string => `019cb323-e500-7c3d-8e9f-${String(n).padStart(12, '0')}`;

export const item = (n: number, more: Partial<Feedback> = {}): Feedback => ({
  id: itemId(n),
  title: `Item ${n}`,
  description: null,
  submitter_email: null,
  status: 'new',
  source: 'api',
  created_at: '2026-03-03T07:00:00.000Z',
  updated_at: '2026-03-03T07:00:00.000Z',
  ...USUAL_VALUES,
  ...more,
});

/** A page of the list; `next` is the cursor of the next page. */
export const pageResponse = (
  items: readonly Feedback[],
  next: string | null = null,
  more: object = {},
): Step =>
  jsonResponse({
    data: items,
    pagination: { limit: 20, offset: 0, has_more: next !== null, next_cursor: next, ...more },
  });

/** An NDJSON export of these items. */
export const exportResponse =
  (items: readonly Feedback[]): Step =>
  () =>
    new Response(items.map((one) => `${JSON.stringify(one)}\n`).join(''), {
      headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    });

/** Terminal input with this text, followed by the end of the input. */
export const terminalInput = (text: string) =>
  Object.assign(Readable.from([Buffer.from(text)]), { isTTY: true });

export type ContextOverrides = NonNullable<Parameters<typeof stringContext>[0]>;

/** Runs a command line against a scripted service. */
export async function runCli(
  command: string | readonly string[],
  steps: readonly Step[] = [],
  overrides: ContextOverrides = {},
) {
  const service = new ScriptedService(...steps);
  const { context, stdout, stderr } = stringContext({ fetch: service.fetch, ...overrides });
  const code = await run(typeof command === 'string' ? command.split(' ') : command, context);
  return {
    code,
    stdout: stdout(),
    stderr: stderr(),
    requests: service.requests,
    /** The JSON bodies of the requests. */
    get bodies() {
      return service.requests.map(({ text }) => (text === '' ? null : (JSON.parse(text) as unknown)));
    },
  };
}
