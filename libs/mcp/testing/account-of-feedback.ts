import { feedbackChangeRule, SOURCES, type Feedback } from '@libs/feedback';
import { aFeedback, idAt } from '@libs/feedback/testing';
import { apiKeyActor, memberActor, parse, SYSTEM } from '@libs/kernel';
import { InMemoryService } from './in-memory-feedback-tools';

export const MONDAY = Date.parse('2026-03-02T00:00:00.000Z');
const WEEK_MS = 7 * 86_400_000;
/** Items of the account: the last ones are of the week. */
export const ITEMS = 500;
export const WEEK_ITEMS = 120;
export const ACCOUNT = 'acme';

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

/**
 * Returns item `i`. Item 0 of the week is the first one of Monday; earlier ones have negative numbers. Most have a
 * description, an email address, and tags.
 */
function itemOf(number: number): Feedback {
  const i = number + ITEMS - WEEK_ITEMS;
  const created_at = new Date(MONDAY + Math.floor(((number + 0.5) / WEEK_ITEMS) * WEEK_MS)).toISOString();
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

export async function accountOfFeedback(): Promise<InMemoryService> {
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

