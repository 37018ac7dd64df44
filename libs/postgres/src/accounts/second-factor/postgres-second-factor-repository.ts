import type { ActiveSecondFactor, Effects, SecondFactor, SecondFactorRepository } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { recordEffects } from '../mail/recorded-with-mail';

const FIND = `
  SELECT person_id, sealed, confirmed_at, last_step::float8 AS last_step, recovery_digests
  FROM second_factors WHERE person_id = $1`;

/** Locks the person, so that the foreign key can't fail. */
const BEGIN = `
  INSERT INTO second_factors AS f (person_id, sealed)
  SELECT id, $2 FROM people WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (person_id) DO UPDATE SET sealed = excluded.sealed WHERE f.confirmed_at IS NULL`;

const CONFIRM = `
  UPDATE second_factors SET confirmed_at = $3, last_step = $4, recovery_digests = $5
  WHERE person_id = $1 AND sealed = $2 AND confirmed_at IS NULL`;

/** Of two concurrent statements, the second one finds the step that the first one has stored. */
const USE_STEP = `
  UPDATE second_factors SET last_step = $3
  WHERE person_id = $1 AND sealed = $2 AND confirmed_at IS NOT NULL AND last_step < $3`;

const USE_RECOVERY_CODE = `
  UPDATE second_factors SET recovery_digests = array_remove(recovery_digests, $2)
  WHERE person_id = $1 AND confirmed_at IS NOT NULL AND $2 = ANY (recovery_digests)`;

const REPLACE_RECOVERY_CODES = `
  UPDATE second_factors SET recovery_digests = $2 WHERE person_id = $1 AND confirmed_at IS NOT NULL`;

const PAGE = `SELECT person_id, sealed FROM second_factors WHERE person_id > $1 ORDER BY person_id LIMIT 500`;
const RESEAL = `UPDATE second_factors SET sealed = $3 WHERE person_id = $1 AND sealed = $2`;
const REMOVE = `DELETE FROM second_factors WHERE person_id = $1`;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly person_id: string;
  readonly sealed: Buffer;
  readonly confirmed_at: Date | null;
  readonly last_step: number;
  readonly recovery_digests: readonly Buffer[];
}

/** Second factors in PostgreSQL. One statement per operation. */
export class PostgresSecondFactorRepository implements SecondFactorRepository {
  private readonly pool: Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async find(personId: string): Promise<SecondFactor | null> {
    if (!isUuid(personId)) return null;
    const { rows } = await this.pool.query<Row>(FIND, [personId]);
    return rows[0] ? factorOf(rows[0]) : null;
  }

  begin(personId: string, sealed: Uint8Array): Promise<boolean> {
    return this.change(BEGIN, personId, [sealed]);
  }

  confirm(factor: ActiveSecondFactor, effects?: Effects): Promise<boolean> {
    const { personId, sealed, confirmedAt, lastStep, recoveryDigests } = factor;
    return this.change(CONFIRM, personId, [sealed, confirmedAt, lastStep, recoveryDigests], effects);
  }

  useStep({ personId, sealed }: SecondFactor, step: number): Promise<boolean> {
    return this.change(USE_STEP, personId, [sealed, step]);
  }

  useRecoveryCode(personId: string, digest: Buffer, effects?: Effects): Promise<boolean> {
    return this.change(USE_RECOVERY_CODE, personId, [digest], effects);
  }

  replaceRecoveryCodes(personId: string, digests: readonly Buffer[], effects?: Effects): Promise<boolean> {
    return this.change(REPLACE_RECOVERY_CODES, personId, [digests], effects);
  }

  async resealAll(
    reseal: (factor: Pick<SecondFactor, 'personId' | 'sealed'>) => Uint8Array | null,
  ): Promise<number> {
    let count = 0;
    for (let after = BEFORE_ALL; ;) {
      const { rows } = await this.pool.query<Row>(PAGE, [after]);
      for (const { person_id: personId, sealed } of rows) {
        const resealed = reseal({ personId, sealed });
        if (resealed && (await this.change(RESEAL, personId, [sealed, resealed]))) count++;
      }
      if (rows.length === 0) return count;
      after = rows.at(-1)!.person_id;
    }
  }

  remove(personId: string, effects?: Effects): Promise<boolean> {
    return this.change(REMOVE, personId, [], effects);
  }

  /** Runs a statement on one row. @returns whether it changed the row */
  private async change(
    sql: string,
    personId: string,
    values: readonly unknown[],
    effects?: Effects,
  ): Promise<boolean> {
    if (!isUuid(personId)) return false;
    const parameters = [personId, ...values];
    if (!effects) return (await this.pool.query(sql, parameters)).rowCount === 1;
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.queryRunner!.query(sql, parameters, true);
      if (affected === 1) await recordEffects(manager, effects);
      return affected === 1;
    });
  }
}

const factorOf = (row: Row): SecondFactor => ({
  personId: row.person_id,
  sealed: row.sealed,
  confirmedAt: row.confirmed_at,
  lastStep: row.last_step,
  recoveryDigests: row.recovery_digests,
});
