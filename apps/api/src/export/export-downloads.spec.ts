import { Writable } from 'node:stream';
import { exportReplaced, ExportUseCases } from '@libs/feedback';
import { anAccountId } from '@libs/feedback/testing';
import Fastify, { LogController, type FastifyReply } from 'fastify';
import { loggerOptions } from '../http/logging';
import { ExportDownloads } from './export-downloads';
import { ExportTimeouts } from './export-output';

type Chunks = (signal: AbortSignal) => AsyncGenerator<Uint8Array>;

async function* endless() {
  for (;;) yield Buffer.from('{}\n');
}

/** Returns the log of a download with this file and response. */
async function logOf(
  chunks: Chunks,
  response: (raw: FastifyReply['raw']) => void = () => {},
  timeouts = new ExportTimeouts(),
) {
  let log = '';
  const stream = new Writable({ write: (chunk, _encoding, done) => ((log += String(chunk)), done()) });
  const app = Fastify({
    logger: { ...loggerOptions('debug'), stream },
    logController: new LogController({ disableRequestLogging: true }),
  });
  const exporter = {
    open: async (_account: string, _request: unknown, signal: AbortSignal) => chunks(signal),
  };
  const exports = new ExportUseCases(exporter, () => new Date());
  let raw!: FastifyReply['raw'];
  app.get('/', async (request, reply) => {
    response((raw = reply.raw));
    await new ExportDownloads(exports, timeouts).send(anAccountId(), request, reply, {
      onStart: async () => {},
    });
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await fetch(origin)
    .then((response) => response.text())
    .catch(() => {});
  if (!raw.closed) await new Promise((closed) => raw.once('close', closed));
  await app.close();
  return log
    .split('\n')
    .filter((line) => line.includes('Export interrupted'))
    .map((line) => JSON.parse(line) as { level: string; err: { message: string } })
    .map(({ level, err }) => [level, err.message]);
}

describe('an interrupted download', () => {
  it.each(['EPIPE', 'ECONNRESET'])('is not an error if the client disconnects (%s)', async (code) => {
    const failed = Object.assign(new Error(`write ${code}`), { code });
    const log = await logOf(endless, (raw) => {
      raw.write = (_piece: unknown, done: unknown) => {
        (done as (error: Error) => void)(failed);
        return false;
      };
    });
    expect(log).toEqual([['debug', `write ${code}`]]);
  });

  it('is not an error if the client stopped reading', async () => {
    const timeouts = Object.assign(new ExportTimeouts(), { stallMs: 50 });
    const log = await logOf(endless, (raw) => (raw.write = () => false), timeouts);
    expect(log.map(([level]) => level)).toEqual(['debug']);
  });

  it('is an error if reading the items fails', async () => {
    const log = await logOf(async function* () {
      yield Buffer.from('{}\n');
      throw new Error('gone');
    });
    expect(log).toEqual([['error', 'gone']]);
  });

  it('is not an error if another export got its place', async () => {
    const log = await logOf(async function* () {
      yield Buffer.from('{}\n');
      throw exportReplaced();
    });
    expect(log.map(([level]) => level)).toEqual(['debug']);
  });

  it('is an error if reading the items stalls', async () => {
    const timeouts = Object.assign(new ExportTimeouts(), { stallMs: 50 });
    const log = await logOf(
      async function* (signal) {
        yield Buffer.from('{}\n');
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      },
      () => {},
      timeouts,
    );
    expect(log.map(([level]) => level)).toEqual(['error']);
  });
});
