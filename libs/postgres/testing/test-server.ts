import { createHash, createHmac } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded';

const WORKSPACE = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Prefix of database names: a digest of the workspace path, because clones can share one TEST_DATABASE_URL. */
export const PREFIX = `test_${sha256(WORKSPACE).slice(0, 8)}`;

/** The owner of the test databases. Not a superuser, so row-level security applies to it. */
export const ROLE = 'feedback_test';

/**
 * Starts the PostgreSQL server of a test run and sets TEST_DATABASE_URL, which the jest workers inherit, to its
 * superuser URL. Does nothing if TEST_DATABASE_URL is already set.
 * @param memory a folder in memory for its data, which `stop` deletes; null for `node_modules/.cache`
 */
export async function startTestServer(memory: string | null): Promise<Pick<EmbeddedPostgres, 'stop'>> {
  if (process.env.TEST_DATABASE_URL) return { stop: () => Promise.resolve() };
  const dataDir = memory ? join(memory, PREFIX) : join(WORKSPACE, 'node_modules/.cache/test-postgres');
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = server.adminUrl;
  return {
    stop: async () => {
      delete process.env.TEST_DATABASE_URL;
      await server.stop();
      // Another run in this workspace can still use it.
      const isStopped = !existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'));
      if (memory && isStopped) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @throws if no server was started. A jest project that needs one must use `tools/testing/start-database.cjs`. */
export function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('No test server: TEST_DATABASE_URL is not set');
  return url;
}

/** Returns the URL of a test database for ROLE or the superuser. */
export function databaseUrl(name: string, as: 'role' | 'superuser'): string {
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  if (as === 'role') [url.username, url.password] = [ROLE, rolePassword()];
  return url.toString();
}

export function rolePassword(): string {
  return createHmac('sha256', adminUrl()).update(ROLE).digest('hex');
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
