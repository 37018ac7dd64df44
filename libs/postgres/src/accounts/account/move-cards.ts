import type { EntityManager } from 'typeorm';
import { setScope } from '../../connection/scoped-query';

/** Locks the items in the order in which everyone locks them. Keeps their versions, as other names that change do. */
const MOVE = `
  WITH card AS MATERIALIZED (
    SELECT id FROM feedback WHERE account_id = $1 AND public IS NOT NULL ORDER BY id FOR UPDATE
  )
  UPDATE feedback SET public = jsonb_set(public, '{url}', to_jsonb(
    regexp_replace(public->>'url', '/f/[^/]+/items/[^/]+$', '/f/' || $2 || '/items/' || feedback.id)))
  FROM card WHERE account_id = $1 AND feedback.id = card.id`;

/** Changes the URLs of the account's cards to those below its new slug (public.md 1), in an open transaction. */
export async function moveCards(manager: EntityManager, accountId: string, slug: string): Promise<void> {
  const { text, values } = setScope(accountId);
  await manager.query(text, values as unknown[]);
  await manager.query(MOVE, [accountId, slug]);
}
