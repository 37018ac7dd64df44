import type { SignInChallenge, SignInChallengeRepository } from '@libs/accounts';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';

/** Locks the person, so that the foreign key can't fail. */
const ADD = `
  WITH expired AS (DELETE FROM sign_in_challenges WHERE person_id = $3 AND expires_at < $6)
  INSERT INTO sign_in_challenges (digest, account_id, person_id, password_digest, expires_at)
  SELECT $1, $2, id, $4, $5 FROM people WHERE id = $3 FOR KEY SHARE`;

const FIND = `
  SELECT digest, account_id, person_id, password_digest, expires_at FROM sign_in_challenges WHERE digest = $1`;

const TAKE = `DELETE FROM sign_in_challenges WHERE digest = $1`;

interface Row {
  readonly digest: Buffer;
  readonly account_id: string;
  readonly person_id: string;
  readonly password_digest: Buffer;
  readonly expires_at: Date;
}

/** Sign-ins that wait for a code, in PostgreSQL. */
export class PostgresSignInChallengeRepository implements SignInChallengeRepository {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async add(challenge: SignInChallenge, now: Date): Promise<void> {
    const { digest, accountId, personId, passwordDigest, expiresAt } = challenge;
    await this.pool.query(ADD, [digest, accountId, personId, passwordDigest, expiresAt, now]);
  }

  async find(digest: Buffer): Promise<SignInChallenge | null> {
    const { rows } = await this.pool.query<Row>(FIND, [digest]);
    const [row] = rows;
    return row
      ? {
          digest: row.digest,
          accountId: row.account_id,
          personId: row.person_id,
          passwordDigest: row.password_digest,
          expiresAt: row.expires_at,
        }
      : null;
  }

  async take(digest: Buffer): Promise<boolean> {
    return (await this.pool.query(TAKE, [digest])).rowCount === 1;
  }
}
