import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDataSource } from '@libs/postgres';
import { useFreshDatabase } from '@libs/postgres/testing';
import type { DataSource } from 'typeorm';
import { runOperator } from '../src/operator/run-operator';

/** What standard input contains unless a test says otherwise. */
export const PASSWORD = 'k7#mVq2!xLp9';

/** Gives a test file a database, a folder, and functions that run operator commands on the database. */
export function useOperator() {
  const database = useFreshDatabase();
  let dataSource: DataSource | undefined;
  /** Opens the database until the tests have ended. Call it in `beforeAll`. */
  const connect = async () => (dataSource = await createDataSource({ url: database.url }).initialize());
  afterAll(() => dataSource?.destroy());

  const directory = mkdtempSync(join(tmpdir(), 'operator-'));
  const shortPassword = join(directory, 'short');
  writeFileSync(shortPassword, 'short\n');
  afterAll(() => rmSync(directory, { recursive: true }));

  /** @param piped what standard input contains */
  async function run(line: string | string[], env: Record<string, string> = {}, piped = `${PASSWORD}\n`) {
    let out = '';
    let err = '';
    const code = await runOperator(typeof line === 'string' ? line.split(' ') : line, {
      env: { DATABASE_URL: database.url, ...env },
      input: Readable.from([piped]),
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    return { code, out, err };
  }
  async function json(line: string, env = {}, piped?: string) {
    const { code, out, err } = await run(`${line} --json`, env, piped);
    // What takes longer than a second reports its progress.
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^((Saved|Restored) \d.*\n)*$/) });
    expect(out).toMatch(/^\{.*\}\n$/);
    return JSON.parse(out);
  }
  async function expectError(line: string | string[], ...problems: (string | RegExp)[]) {
    const { code, out, err } = await run(line);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const lines = err.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  }
  async function anAccount(options = '') {
    const email = `${randomUUID()}@example.org`;
    return json(`create-account --name Acme --email ${email}${options}`);
  }

  return { run, json, expectError, anAccount, connect, directory, shortPassword };
}
