import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '../src/embedded';

/** A PostgreSQL for tests, with the role that their databases belong to. */
export interface TestServer {
  readonly adminUrl: string;
  readonly role: string;
  readonly rolePassword: string;
  release(): Promise<void>;
}

const WORKSPACE = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Of this workspace: two of them may share a server. */
export const PREFIX = `test_${sha256(WORKSPACE).slice(0, 8)}`;

/** Holds the server all test files share; the last holder of all processes stops it. */
export async function testServer(): Promise<TestServer> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) {
    const rolePassword = createHmac('sha256', adminUrl).update('feedback_test').digest('hex');
    return { adminUrl, role: 'feedback_test', rolePassword, release: () => Promise.resolve() };
  }
  const { optionalDependencies } = JSON.parse(readFileSync(join(WORKSPACE, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const of = sha256(JSON.stringify([WORKSPACE, optionalDependencies])).slice(0, 12);
  const dataDir = join(tmpdir(), `feedback-tests-${process.getuid?.() ?? 'user'}-${of}`);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const rolePassword = new URL(server.url).password;
  return { adminUrl: server.adminUrl, role: 'feedback', rolePassword, release: () => server.stop() };
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
