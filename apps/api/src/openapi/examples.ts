import { newFeedback, newFeedbackRule, type Feedback } from '@libs/feedback';
import { apiKeyActor, parse } from '@libs/kernel';
import { CursorCodec } from '../cursors/cursor';

/*
 * The account, the key, and the items of all examples. Examples are created by the code that they document: the
 * functions that create responses, and the rules that reject requests. So they always match the service.
 */

export const ACCOUNT = '019cb323-e4ff-7000-8000-000000000000';
export const KEY_ID = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';
export const KEY = apiKeyActor(KEY_ID);
export const cursors = new CursorCodec(new Uint8Array(32));

export const NEW_ITEM = {
  title: 'Dark mode',
  description: 'My eyes hurt at night.',
  submitter_email: 'ada@example.com',
  status: 'new',
};
const exampleItem = (id: string, at: string): Feedback =>
  newFeedback(ACCOUNT, parse(newFeedbackRule, NEW_ITEM), 'api', id, new Date(at));

export const darkMode = exampleItem('019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f', '2026-03-03T10:00:00.000Z');
/** As created with a title only. */
export const titleOnly: Feedback = { ...darkMode, description: null, submitter_email: null };
/** With a later status. */
export const planned: Feedback = {
  ...darkMode,
  status: 'planned',
  updated_at: '2026-03-04T08:30:00.000Z',
  version: 2,
};
export const csvExport: Feedback = {
  ...exampleItem('019cb84a-4100-7a2b-9c4d-5e6f708192a3', '2026-03-04T10:00:00.000Z'),
  title: 'Export as CSV',
  description: null,
  submitter_email: null,
  source: 'form',
};
export const printing: Feedback = {
  ...darkMode,
  id: '019cadfd-8900-7d4e-8f60-718293a4b5c6',
  title: 'Print a list',
  description: null,
  submitter_email: null,
  status: 'declined',
  source: 'widget',
  created_at: '2026-03-02T10:00:00.000Z',
  updated_at: '2026-03-02T16:45:00.000Z',
};
