import { SYSTEM } from '@libs/kernel';
import { PassThrough, Readable } from 'node:stream';
import type { Caller } from '@libs/accounts';
import { ImportUseCases } from '@libs/feedback';
import {
  anAccountId,
  idAt,
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
  NO_STORAGE_LIMIT,
} from '@libs/feedback/testing';
import type { FastifyRequest } from 'fastify';
import { ImportUploads } from './import.http';
import { UploadTimeouts } from '../http/requests/upload';

const CHUNKS = 50;

function newUploads(): ImportUploads {
  const imports = new ImportUseCases(
    new InMemoryFeedbackImporter(new InMemoryFeedbackRepository()),
    () => new Date('2026-03-03T10:00:00Z'),
    () => (at) => idAt(at.toISOString()),
    (text) => text,
    async () => {},
    NO_STORAGE_LIMIT,
  );
  return new ImportUploads(imports, new UploadTimeouts());
}

function requestOf(raw: Readable, more: Record<string, string> = {}): FastifyRequest {
  const headers = { 'content-type': 'application/x-ndjson', ...more };
  Object.assign(raw, { headers, socket: {}, complete: true });
  const routeOptions = { url: '/api/v1/feedback/import' };
  return { raw, headers, query: {}, method: 'POST', routeOptions } as unknown as FastifyRequest;
}

describe('a fast upload', () => {
  it('lets other requests run between its chunks', async () => {
    const raw = Readable.from(Array.from({ length: CHUNKS }, () => Buffer.from('{"title":"a"}\n')));
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    count();
    const report = await newUploads().receive(requestOf(raw), anAccountId(), SYSTEM);
    clearImmediate(next!);
    expect(report.created).toBe(CHUNKS);
    expect(turns).toBeGreaterThanOrEqual(CHUNKS);
  });
});

describe('an upload with an idempotency key', () => {
  it('rejects the same key while its file is being received', async () => {
    const uploads = newUploads();
    const caller = { accountId: anAccountId(), bucketId: anAccountId() } as Caller;
    const slow = new PassThrough();
    const respond = (raw: Readable, key: string) =>
      uploads.respond(requestOf(raw, { 'idempotency-key': key }), caller, SYSTEM);
    const row = () => Readable.from([Buffer.from('{"title":"a"}\n')]);
    const first = respond(slow, 'k');
    await expect(respond(row(), 'k')).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
    await expect(respond(row(), 'other')).rejects.toMatchObject({ code: 'import_in_progress' });
    slow.end('{"title":"a"}\n');
    const { text, isReplay } = await first;
    expect(isReplay).toBe(false);
    expect(await respond(row(), 'k')).toEqual({ text, isReplay: true });
  });
});
