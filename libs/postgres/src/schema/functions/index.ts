import { FEEDBACK_ADDED, FEEDBACK_CHANGED, FEEDBACK_REMOVED, FEEDBACK_REMOVED_TRACES } from './feedback.sql';
import { FOLDED, SEARCHED_TEXT, WITHOUT_ACCENTS } from './folded-text.sql';
import { REMAINING_GROUPS } from './groups.sql';
import { FOLLOW_MEMBER, FOLLOW_OWNER, FOLLOW_PERSON, SESSION_PERSON } from './owners.sql';
import { RECORD_NOTE, RECORD_TAG } from './tags-and-notes.sql';
import { WITH_NAMES } from './recorded-row.sql';
import { REQUEST_TOTALS, REQUESTS_ADDED, REQUESTS_CHANGED, REQUESTS_REMOVED } from './requests.sql';
import { VOTES_COUNTED } from './votes.sql';

/** The functions of text. Expressions of indexes can contain them, so they must not change what they return. */
export const TEXT_FUNCTIONS = [FOLDED, WITHOUT_ACCENTS, SEARCHED_TEXT];

/** What each write of an item calls. */
export const ITEM_FUNCTIONS = [
  WITH_NAMES,
  REMAINING_GROUPS,
  FEEDBACK_ADDED,
  FEEDBACK_CHANGED,
  FEEDBACK_REMOVED,
  FEEDBACK_REMOVED_TRACES,
];
export const ITEM_TRIGGERS = [
  'feedback_added AFTER INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_added()',
  'feedback_changed AFTER UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_changed()',
  'feedback_removed AFTER DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_removed()',
  `feedback_removed_traces AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION feedback_removed_traces()`,
];

/** What each write of a request calls. Those of items count requests, too. */
export const REQUEST_FUNCTIONS = [REQUEST_TOTALS, REQUESTS_ADDED, REQUESTS_CHANGED, REQUESTS_REMOVED];
export const REQUEST_TRIGGERS = [
  `requests_added AFTER INSERT ON feedback_requests REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION requests_added()`,
  `requests_changed AFTER UPDATE ON feedback_requests REFERENCING OLD TABLE AS removed NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION requests_changed()`,
  `requests_removed AFTER DELETE ON feedback_requests REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION requests_removed()`,
];

/** What each write of a vote calls. Those of items count votes, too. */
export const VOTE_FUNCTIONS = [VOTES_COUNTED];
export const VOTE_TRIGGERS = [
  `votes_added AFTER INSERT ON feedback_votes REFERENCING NEW TABLE AS changed
   FOR EACH STATEMENT EXECUTE FUNCTION votes_counted()`,
  `votes_removed AFTER DELETE ON feedback_votes REFERENCING OLD TABLE AS changed
   FOR EACH STATEMENT EXECUTE FUNCTION votes_counted()`,
];

export const TAG_AND_NOTE_FUNCTIONS = [RECORD_TAG, RECORD_NOTE];
export const TAG_AND_NOTE_TRIGGERS = [
  'tags_recorded AFTER INSERT OR DELETE OR UPDATE ON tags FOR EACH ROW EXECUTE FUNCTION record_tag()',
  'notes_recorded AFTER INSERT OR DELETE ON feedback_notes FOR EACH ROW EXECUTE FUNCTION record_note()',
];

export const OWNER_FUNCTIONS = [FOLLOW_OWNER, FOLLOW_PERSON, FOLLOW_MEMBER, SESSION_PERSON];
export const OWNER_TRIGGERS = [
  `owners_followed AFTER INSERT OR UPDATE OF email, password_hash ON owners
   FOR EACH ROW EXECUTE FUNCTION follow_owner()`,
  `people_followed AFTER UPDATE OF email, password_hash ON people
   FOR EACH ROW EXECUTE FUNCTION follow_person()`,
  `memberships_followed AFTER INSERT OR DELETE OR UPDATE OF role ON memberships
   FOR EACH ROW EXECUTE FUNCTION follow_member()`,
];
export const SESSION_TRIGGER = `sessions_person BEFORE INSERT OR UPDATE OF account_id ON sessions
  FOR EACH ROW EXECUTE FUNCTION session_person()`;

/**
 * The current text of all functions and triggers, which `schema.spec.ts` compares with those of the database. A migration
 * applies it until it is released, and has a copy from then on.
 */
export const FUNCTIONS = [
  ...OWNER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...ITEM_FUNCTIONS,
  ...REQUEST_FUNCTIONS,
  ...VOTE_FUNCTIONS,
  ...TAG_AND_NOTE_FUNCTIONS,
];
export const TRIGGERS = [
  ...OWNER_TRIGGERS,
  SESSION_TRIGGER,
  ...ITEM_TRIGGERS,
  ...REQUEST_TRIGGERS,
  ...VOTE_TRIGGERS,
  ...TAG_AND_NOTE_TRIGGERS,
];
