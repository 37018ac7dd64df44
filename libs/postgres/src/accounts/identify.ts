import { isUuid } from '@libs/kernel';
import type { DataSource } from 'typeorm';

/** What an ID belongs to. Names and slugs are the current ones. */
export interface Identified {
  readonly kind: 'account' | 'API key' | 'person';
  readonly id: string;
  readonly name: string;
  /** Null unless it is a person. */
  readonly email: string | null;
  /** Slugs of the account, of the account of the key, or of all accounts of the person. */
  readonly accounts: readonly string[];
}

const FIND = `
  SELECT 'account' AS kind, id, name, NULL AS email, array[slug]::text[] AS accounts FROM accounts WHERE id = $1
  UNION ALL
  SELECT 'API key', key.id, key.name, NULL, array[slug]::text[]
  FROM api_keys key JOIN accounts ON accounts.id = account_id WHERE key.id = $1
  UNION ALL
  SELECT 'person', id, name, email,
    array(
      SELECT slug::text FROM memberships JOIN accounts ON accounts.id = account_id
      WHERE person_id = people.id ORDER BY slug
    )
  FROM people WHERE id = $1`;

/** Finds the account, API key, or person with an ID, such as one of the log; null if there is none, or it is malformed. */
export async function identify(dataSource: DataSource, id: string): Promise<Identified | null> {
  if (!isUuid(id)) return null;
  const [found] = await dataSource.query<Identified[]>(FIND, [id]);
  return found ?? null;
}
