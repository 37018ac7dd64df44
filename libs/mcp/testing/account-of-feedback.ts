import { feedbackChangeRule, SOURCES, type Feedback } from '@libs/feedback';
import { aFeedback, idAt } from '@libs/feedback/testing';
import { apiKeyActor, memberActor, parse, VISITOR, type Actor } from '@libs/kernel';
import { InMemoryService } from './in-memory-feedback-tools';

export const MONDAY = Date.parse('2026-03-02T00:00:00.000Z');
const WEEK_MS = 7 * 86_400_000;
/** Items of the account: the last ones are of the week. */
export const ITEMS = 500;
export const WEEK_ITEMS = 120;
/** The newest items have no tags. */
const UNTAGGED = 60;
export const ACCOUNT = 'acme';

const REQUESTS = [
  [
    'Custom fields for projects',
    'We need a cost center and a contract number on each project, and reports that group by them.',
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

/** Titles of items that ask for the same thing, by their number. */
const DARK_MODE: Readonly<Record<number, string>> = {
  20: 'Dark mode',
  90: 'Dark mode for the phone',
  170: 'Please add a dark mode',
  250: 'Dark theme',
  330: 'Dark mode in the settings',
  410: 'Add dark mode to the app',
};

/** Returns an item of the account. Most have a description, an email address, and tags; those to triage have no tags. */
function itemOf(i: number): Feedback {
  const inWeek = i - (ITEMS - WEEK_ITEMS) + 0.5;
  const created_at = new Date(MONDAY + Math.floor((inWeek / WEEK_ITEMS) * WEEK_MS)).toISOString();
  const [title, description] = REQUESTS[i % REQUESTS.length]!;
  const numbered = i < REQUESTS.length ? title : `${title} (${i})`;
  return aFeedback({
    accountId: ACCOUNT,
    id: idAt(created_at),
    created_at,
    updated_at: created_at,
    title: DARK_MODE[i] ?? numbered,
    description: description && i % 3 === 0 ? `${description} ${description}` : description,
    submitter_email: i % 3 === 1 ? null : `person.${i}@example.com`,
    source: SOURCES[i % 4]!,
    tags: i < ITEMS - UNTAGGED ? TAGS[i % TAGS.length]! : [],
  });
}

/** An account with items of a month, whose statuses and groups a key and a member change. */
export async function accountOfFeedback(): Promise<InMemoryService> {
  const service = new InMemoryService();
  const { items } = service;
  service.now = MONDAY;
  service.names.set('key-1', 'Support desk').set('person-1', 'Ada Lovelace');
  await items.tags.ensure(ACCOUNT, TAGS.flat(), () => idAt('2026-02-01T00:00:00.000Z'));
  const added = Array.from({ length: ITEMS }, (_, i) => itemOf(i));
  for (const item of added) await items.add(item, VISITOR);
  const revise = (id: string, change: object, by: Actor) =>
    service.feedback.revise(ACCOUNT, id, parse(feedbackChangeRule, change), by);
  for (const [i, { id, created_at }] of added.entries()) {
    service.now = Math.min(Date.parse(created_at) + 3_600_000, MONDAY + WEEK_MS - 1_000);
    const by = i % 8 === 0 ? memberActor('person-1') : apiKeyActor('key-1');
    if (i % 4 === 0) await revise(id, { status: DECISIONS[(i / 4) % DECISIONS.length] }, by);
    if (i > 8 && i % 8 === 7) await revise(id, { merged_into: added[7]!.id }, by);
    if (i > 8 && i % 16 === 0) await revise(id, { merged_into: added[0]!.id }, by);
  }
  service.now = MONDAY + WEEK_MS - 1;
  return service;
}
