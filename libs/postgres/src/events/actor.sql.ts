/**
 * SQL for whether an event is by an actor: `wanted` is a type or an ID. An API key and those that it was rotated to are one
 * client (api-keys.md 5), so a webhook that leaves out its own changes keeps doing so after a rotation.
 */
export const isActor = (actor: string, wanted: string, accountId: string): string => `(
  ${wanted} IN (split_part(${actor}, ':', 1), split_part(${actor}, ':', 2)) OR split_part(${actor}, ':', 1) = 'api_key' AND EXISTS (
    SELECT FROM api_keys other WHERE other.account_id = ${accountId} AND other.id::text = split_part(${actor}, ':', 2)
      AND other.bucket_id IN (SELECT key.bucket_id FROM api_keys key WHERE key.account_id = ${accountId} AND key.id::text = ${wanted})
  ))`;
