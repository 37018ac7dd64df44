import { SYSTEM } from '@libs/kernel';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { itemLists, useFreshDatabase } from '../../../testing';
import { createDataSource } from '../../connection/data-source';
import { PostgresFeedbackExporter } from '../export/postgres-feedback-exporter';
import { PostgresFeedbackImporter } from '../import/postgres-feedback-importer';
import { PostgresFeedbackRepository } from './postgres-feedback-repository';

/** More accounts than connections. Each starts every kind of long task. */
const CROWD = 12;

describe('long tasks of many accounts', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let admin: Client;
  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
  });
  // Runs before the database is dropped.
  afterEach(async () => {
    await dataSource.destroy();
    await admin.end();
  });

  it('leave connections for short statements', async () => {
    const items = new PostgresFeedbackRepository(dataSource);
    const exporter = new PostgresFeedbackExporter(dataSource, { timeouts: { waitMs: 100 } });
    const importer = new PostgresFeedbackImporter(dataSource, { waitMs: 100 });
    const accounts = Array.from({ length: CROWD }, anAccountId);
    const item = aFeedback({ accountId: accounts[0]! });
    await items.add(item, SYSTEM);
    const ends = accounts.map(() => new AbortController());
    let endImports!: () => void;
    const ended = new Promise<void>((resolve) => (endImports = resolve));

    await admin.query('BEGIN');
    await admin.query('LOCK TABLE feedback_search');
    const bySubmitter = { submitter_email: 'ada@example.com', limit: 20, offset: 0 };
    const searches = accounts.map((account) => itemLists(dataSource).list(account, bySubmitter));
    const imports = Promise.allSettled(accounts.map((account) => importer.run(account, false, () => ended)));
    const everything = { format: 'ndjson', selection: {} } as const;
    // The exports are never read, so those that are running keep their connections.
    const exports = accounts.map((account, i) => exporter.open(account, everything, ends[i]!.signal));
    expect(succeeded(await Promise.allSettled(exports))).toBeGreaterThan(0);

    expect(await Promise.all([1, 2].map(() => items.find(item.accountId, item.id)))).toEqual([item, item]);

    for (const end of ends) end.abort();
    endImports();
    await admin.query('COMMIT');
    expect(succeeded(await imports)).toBeGreaterThan(0);
    expect(await Promise.all(searches)).toEqual(accounts.map(() => []));
  });
});

const succeeded = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length;
