import type { CallOptions, FeedbackClient } from '@libs/api-client';
import { byOf, DETAILS_SHOWN, type Details, type NameOf, type Part } from '@libs/mcp';

const query = { limit: DETAILS_SHOWN };

/** Returns the newest of the parts of an item. */
export async function itemDetails(
  client: FeedbackClient,
  id: string,
  parts: readonly Part[],
  nameOf: NameOf,
  options: CallOptions,
): Promise<Details> {
  const [notes, history, requests] = await Promise.all([
    parts.includes('notes') ? client.notes.list(id, query, options) : null,
    parts.includes('history') ? client.history(id, query, options) : null,
    parts.includes('requests') ? client.requests.list(id, query, options) : null,
  ]);
  return {
    ...(notes && {
      notes: notes.data.map(({ text, author, author_name: name, created_at: at }) => ({
        text,
        by: name ?? byOf(author, nameOf),
        at,
      })),
    }),
    ...(history && {
      history: history.data.map(({ actor, ...entry }) => ({ ...entry, by: byOf(actor, nameOf) })),
    }),
    ...(requests && { requests: requests.data }),
  };
}
