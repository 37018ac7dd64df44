import type { DataSource } from 'typeorm';
import { createDataSource } from '../src/connection/data-source';
import { closeAtEnd, testDataSource } from './in-test-file';

interface ManualClock {
  readonly dataSource: DataSource;
  advance(seconds: number): Promise<void>;
}

/** Creates a database with a stopped clock: a schema that precedes pg_catalog in the search path defines now(). */
export async function withManualClock(): Promise<ManualClock> {
  const first = await testDataSource();
  await first.query(`CREATE SCHEMA clock`);
  await first.query(`CREATE TABLE clock.time AS SELECT timestamptz '2026-03-03T10:00:00.500Z' AS at`);
  await first.query(
    `CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql RETURN (SELECT at FROM clock.time)`,
  );
  const { url } = first.options as { url: string };
  const dataSource = await createDataSource({
    url: `${url}?options=-csearch_path%3Dclock,pg_catalog,public`,
  }).initialize();
  closeAtEnd(() => dataSource.destroy());
  const advance = async (seconds: number) => {
    await dataSource.query(`UPDATE clock.time SET at = at + $1 * interval '1 second'`, [seconds]);
  };
  return { dataSource, advance };
}
