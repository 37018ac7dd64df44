/**
 * The settings of a transaction that steer row-level security and the triggers of items. One that is not set, and an
 * empty one, mean the same. Migrations that have shipped contain their names.
 */

/** The account whose rows the statements see. */
export const ACCOUNT_ID = 'app.account_id';
/** Who changes items: `api_key:<ID>`, `visitor`, …; empty for the service, `UNRECORDED` for imports. */
export const ACTOR = 'app.actor';
/** `on` if the statement itself records the changes of items. */
export const RECORDS_ITSELF = 'app.records_itself';
/** `on` if an item that this statement deletes is in a group or in a stored response. Only triggers set it. */
export const REMOVED_HAS_TRACES = 'app.removed_has_traces';
/** `on` if the items that get requests count them already: those of an import. */
export const COUNTS_ITSELF = 'app.counts_itself';
/** `on` for the publisher of events, who reads and writes what belongs to any account. */
export const PUBLISHES = 'app.publishes';
/** The ID of the tag with which one that is deleted is merged. */
export const TAG_MERGED_INTO = 'app.tag_merged_into';
/** Records that ended before this time can be deleted in all accounts. */
export const ENDED_AT = 'app.ended_at';

/** The actor of changes that aren't recorded one by one: those of imports and seeds, and of deleted accounts. */
export const UNRECORDED = 'none';

/** SQL that sets a setting until the end of the transaction. @param value SQL, such as `$1` */
export const setting = (name: string, value: string): string => `set_config('${name}', ${value}, true)`;
/** SQL for the value of a setting. */
export const current = (name: string): string => `current_setting('${name}', true)`;

/** The actor as `feedback_changes` stores it. */
export const CURRENT_ACTOR = `coalesce(nullif(${current(ACTOR)}, ''), 'system')`;

/** SQL that leaves the statement without an account, for rows that a policy shows to everyone. */
export const OF_ALL_ACCOUNTS = setting(ACCOUNT_ID, "''");
export const AS_PUBLISHER = `${OF_ALL_ACCOUNTS}, ${setting(PUBLISHES, "'on'")}`;
export const RECORDS_HERE = setting(RECORDS_ITSELF, "'on'");
