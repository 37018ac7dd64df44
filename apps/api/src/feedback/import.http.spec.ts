import { Readable } from 'node:stream';
import { ImportUseCases } from '@libs/feedback';
import {
  anAccountId,
  idAt,
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
} from '@libs/feedback/testing';
import type { FastifyRequest } from 'fastify';
import { ImportUploads } from './import.http';
import { UploadPatience } from './import-upload';

const CHUNKS = 50;

/** An upload whose bytes are all there already. */
function upload(): FastifyRequest {
  const raw = Readable.from(Array.from({ length: CHUNKS }, () => Buffer.from('{"title":"a"}\n')));
  const headers = { 'content-type': 'application/x-ndjson' };
  Object.assign(raw, { headers, socket: {}, complete: true });
  return { raw, headers, query: {} } as unknown as FastifyRequest;
}

describe('an upload that comes fast', () => {
  it('lets others have their turn between its pieces', async () => {
    const importer = new InMemoryFeedbackImporter(new InMemoryFeedbackRepository());
    const imports = new ImportUseCases(
      importer,
      () => new Date('2026-03-03T10:00:00Z'),
      (at) => idAt(at.toISOString()),
      (text) => text,
    );
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    count();
    const report = await new ImportUploads(imports, new UploadPatience()).receive(upload(), anAccountId());
    clearImmediate(next!);
    expect(report.created).toBe(CHUNKS);
    expect(turns).toBeGreaterThanOrEqual(CHUNKS);
  });
});
