import type { DataSource, Migration, QueryRunner } from 'typeorm';
import { MigrationExecutor } from 'typeorm';
import { BackupError } from './backup-error';

/**
 * Runs and reverts migrations in an open transaction. The database has no data, so a revert loses nothing.
 * @param target names of migrations of this version
 */
export async function migrateTo(
  dataSource: DataSource,
  runner: QueryRunner,
  target: readonly string[],
): Promise<void> {
  const executor = new MigrationExecutor(dataSource, runner);
  const executed = await executor.getExecutedMigrations();
  for (const migration of executed.sort((a, b) => b.id! - a.id!)) {
    if (target.includes(migration.name)) continue;
    const known = dataSource.migrations.find((one) => nameOf(one) === migration.name);
    if (!known) throw newer(migration);
    await known.down(runner);
    await executor.deleteMigration(migration);
  }
  for (const migration of await executor.getPendingMigrations()) {
    if (target.includes(migration.name)) await executor.executeMigration(migration);
  }
}

const nameOf = (migration: object): string => migration.constructor.name;

const newer = ({ name }: Migration) =>
  new BackupError(
    `A newer version of the service has migrated the database (${name}): use an empty database`,
  );
