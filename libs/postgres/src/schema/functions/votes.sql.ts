/**
 * Adds votes to, or takes deleted ones from, the number of their items and of the targets of these (votes.md 4). A
 * statement concerns one account. Locks the items and their targets in the order in which a merge does, again if one was
 * merged in the meantime. The votes of a deleted item are counted by the deletion.
 */
export const VOTES_COUNTED = `
CREATE OR REPLACE FUNCTION votes_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account uuid;
  items uuid[];
  wanted uuid[];
  locked uuid[] := '{}';
BEGIN
  SELECT account_id, array_agg(DISTINCT feedback_id) INTO account, items FROM changed GROUP BY account_id;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  LOOP
    SELECT array_agg(DISTINCT item_id) INTO wanted
    FROM feedback, unnest(ARRAY [id, coalesce(merged_into, id)]) AS item_id WHERE account_id = account AND id = ANY (items);
    EXIT WHEN wanted IS NULL OR wanted <@ locked;
    PERFORM FROM feedback WHERE account_id = account AND id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
    locked := wanted;
  END LOOP;
  IF wanted IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE feedback item SET
    unconfirmed_votes = item.unconfirmed_votes + CASE TG_OP WHEN 'INSERT' THEN difference.votes ELSE -difference.votes END,
    updated_at = greatest(item.updated_at, clock_timestamp()::timestamptz(3))
  FROM (
    SELECT group_id, count(*)::integer AS votes
    FROM changed JOIN feedback member ON member.account_id = account AND member.id = ANY (items) AND member.id = feedback_id
    CROSS JOIN LATERAL (SELECT member.id UNION SELECT coalesce(member.merged_into, member.id)) AS one (group_id)
    GROUP BY group_id
  ) difference
  WHERE item.account_id = account AND item.id = ANY (locked) AND item.id = group_id;
  RETURN NULL;
END $$`;
