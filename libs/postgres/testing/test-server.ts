import { createHash, createHmac } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded';

const WORKSPACE = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Two clones may share the server of TEST_DATABASE_URL: names start with a digest of the workspace's path. */
export const PREFIX = `test_${sha256(WORKSPACE).slice(0, 8)}`;

/** Owns the test databases. It is no superuser: row-level security applies to it. */
export const ROLE = 'feedback_test';

/**
 * Starts the PostgreSQL server of a test run and puts its superuser address into TEST_DATABASE_URL, which the jest
 * workers inherit. Does nothing if TEST_DATABASE_URL is set already. The data is stored in `node_modules/.cache`.
 */
export async function startTestServer(): Promise<Pick<EmbeddedPostgres, 'stop'>> {
  if (process.env.TEST_DATABASE_URL) return { stop: () => Promise.resolve() };
  const dataDir = join(WORKSPACE, 'node_modules/.cache/test-postgres');
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  process.env.TEST_DATABASE_URL = server.adminUrl;
  return {
    stop: () => {
      delete process.env.TEST_DATABASE_URL;
      return server.stop();
    },
  };
}

/** @throws if no server was started: a jest project that needs one names `tools/testing/start-database.cjs` as its globalSetup */
export function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('There is no test server: TEST_DATABASE_URL is not set');
  return url;
}

/** The address of a test database, as ROLE or as superuser. */
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
