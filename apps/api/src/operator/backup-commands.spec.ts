import { join } from 'node:path';
import { freshDatabase } from '@libs/postgres/testing';
import { Client } from 'pg';
import { useOperator } from '../../testing/operator';

/** operator.md 2, operator.md 11 */
describe('runOperator', () => {
  const { run, json, expectError, anAccount, directory, shortPassword } = useOperator();

  describe('backup and restore', () => {
    const file = join(directory, 'feedback.backup');

    it('write a file, and restore it into an empty database, with their progress on standard error', async () => {
      const { slug } = await anAccount();
      await json(`seed --account ${slug} --items 3`);
      const saved = await json(`backup ${file}`);
      expect(Object.keys(saved)).toEqual([
        ...['file', 'bytes', 'snapshot_at', 'accounts', 'items', 'rows', 'seconds'],
      ]);
      expect(saved).toMatchObject({ file, seconds: expect.any(Number) });
      await expectError(`backup ${file}`, /^\S+ already exists: choose another name, or delete the file$/);

      const empty = await freshDatabase();
      try {
        const { code, out, err } = await run(`restore ${file}`, { DATABASE_URL: empty.url });
        expect(code).toBe(0);
        // More lines if it takes longer than a second.
        expect(err.replace(/^Restored \d+ of \d+ rows \(\d+%\)\n/gm, '')).toBe(
          `The file is complete. Restoring ${saved.rows} rows\nCreating indexes\n`,
        );
        expect(out).toMatch(
          /^file +\S+\nsnapshot_at +\S+Z\nrelease +[\d.]+\naccounts +\d+\nitems +\d+\nrows +\d+\nseconds +[\d.]+\n\nThe file has no encryption key\. [^\n]+\n$/,
        );
      } finally {
        await empty.drop();
      }
    });

    it('reject a file that is not a backup, before the database is opened', async () => {
      const { code, out, err } = await run(`restore ${shortPassword}`, {
        DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
      });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^\S+ is not a backup of this service\n$/);
    });

    it('run no migrations before a backup', async () => {
      const older = await freshDatabase();
      const admin = new Client({ connectionString: older.adminUrl });
      await admin.connect();
      try {
        await admin.query(`DELETE FROM migrations WHERE name = 'Webhooks1764200300000'`);
        await json(`backup ${join(directory, 'older.backup')}`, { DATABASE_URL: older.url });
        const { rowCount } = await admin.query(`SELECT FROM migrations WHERE name = 'Webhooks1764200300000'`);
        expect(rowCount).toBe(0);
      } finally {
        await admin.end();
        await older.drop();
      }
    });
  });
});
