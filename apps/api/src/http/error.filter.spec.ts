import 'reflect-metadata';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { DomainError, type ErrorKind } from '@libs/kernel';
import type { ArgumentsHost } from '@nestjs/common';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { ErrorFilter, statusOf } from './error.filter';
import { loggerOptions } from './logging';
import { serviceUnavailable } from './errors';

const QUIET = new LogController({ disableRequestLogging: true });
const noOutage = () => false;

interface FilterCase {
  readonly thrown?: unknown;
  readonly isOutage?: (error: unknown) => boolean;
  readonly level?: Config['LOG_LEVEL'];
}

let app: FastifyInstance;
afterEach(() => app.close());

/** Starts an app whose handler throws, and passes its log lines to `onLine`. */
function start(
  { thrown, isOutage = noOutage, level = 'error' }: FilterCase,
  onLine: (line: string) => void,
): void {
  const stream = new Writable({ write: (chunk, _encoding, done) => (onLine(String(chunk)), done()) });
  app = Fastify({
    logger: { ...loggerOptions(level), stream },
    logController: QUIET,
    genReqId: () => 'req_1',
  });
  app.decorate('publicUrl', 'https://feedback.test');
  app.setErrorHandler((error, request, reply) => {
    const http = { getRequest: () => request, getResponse: () => reply };
    new ErrorFilter(isOutage).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  });
  app.all('/', async () => {
    throw thrown;
  });
}

/** Returns the response to a request whose handler throws, and the log. */
async function responseTo(
  thrown: unknown,
  isOutage: (error: unknown) => boolean = noOutage,
  level: Config['LOG_LEVEL'] = 'error',
  times = 1,
) {
  let log = '';
  start({ thrown, isOutage, level }, (line) => (log += line));
  const responses = await Promise.all(Array.from({ length: times }, () => app.inject('/')));
  return { response: responses[0]!, log };
}

/** conventions.md 5 */
describe('ErrorFilter', () => {
  it('returns 500 without details for an unexpected error, and logs it', async () => {
    const broken = Object.assign(new Error('duplicate key in "SELECT secret FROM feedback"'), {
      code: '23505',
      query: 'SELECT secret',
      parameters: ['ada@example.com'],
    });
    const { response, log } = await responseTo(broken);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: {
        type: 'api_error',
        message: 'An unexpected error occurred',
        code: 'internal_error',
        doc_url: 'https://feedback.test/docs/errors#internal_error',
        request_id: 'req_1',
      },
    });
    expect(log).toContain('duplicate key');
    expect(log).toContain('req_1');
    expect(log).not.toContain('ada@example.com');
  });

  it('returns 503 with Retry-After during an outage', async () => {
    const { response } = await responseTo(new Error('away'), () => true);
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json().error.code).toBe('service_unavailable');
  });

  it('logs too many exports as one line at level info', async () => {
    const busyError = new DomainError('unavailable', 'too_many_exports', 'Too many exports are running');
    const { log } = await responseTo(busyError, noOutage, 'info');
    expect(
      log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        level: 'info',
        id: 'req_1',
        code: 'too_many_exports',
        msg: busyError.message,
      }),
    ]);
    expect(log).not.toContain('stack');
  });

  it('logs an unexpected error with its stack', async () => {
    const { log } = await responseTo(new Error('broken'));
    expect(JSON.parse(log)).toMatchObject({ level: 'error', err: { stack: expect.any(String) } });
  });

  it.each<[string, Error, (error: unknown) => boolean]>([
    ['an outage', new Error('away'), () => true],
    ['an unavailable service', serviceUnavailable(), noOutage],
    ['a full disk', Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC' }), noOutage],
    ['too many open files', Object.assign(new Error('EMFILE: too many, open'), { code: 'EMFILE' }), noOutage],
  ])('logs %s once per second, without a stack', async (_, thrown, isOutage) => {
    const { log } = await responseTo(thrown, isOutage, 'error', 3);
    expect(JSON.parse(log)).toMatchObject({ level: 'error', id: 'req_1' });
    expect(log).not.toContain('stack');
  });

  it('logs a connection that the client closes during its request at level debug', async () => {
    const isOutage = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    const logged = new Promise<string>((done) => {
      start({ isOutage, level: 'debug' }, (line) => line.includes('listening') || done(line));
    });
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await once(app.server, 'request');
    socket.resetAndDestroy();
    expect(JSON.parse(await logged)).toMatchObject({
      level: 'debug',
      id: 'req_1',
      msg: 'The client closed the connection during its request',
    });
  });

  it.each<[ErrorKind, number, string]>([
    ['validation', 400, 'validation_error'],
    ['authentication', 401, 'authentication_error'],
    ['permission', 403, 'permission_error'],
    ['not_found', 404, 'not_found_error'],
    ['method_not_allowed', 405, 'method_not_allowed_error'],
    ['conflict', 409, 'conflict_error'],
    ['gone', 410, 'not_found_error'],
    ['precondition_failed', 412, 'precondition_failed_error'],
    ['payload_too_large', 413, 'payload_too_large_error'],
    ['unsupported_media_type', 415, 'unsupported_media_type_error'],
    ['idempotency', 422, 'idempotency_error'],
    ['rate_limit', 429, 'rate_limit_error'],
    ['internal', 500, 'api_error'],
    ['unavailable', 503, 'api_error'],
  ])('sends %s with status %i', async (kind, status, type) => {
    const { response } = await responseTo(new DomainError(kind, 'some_code', 'Some message'));
    expect(statusOf(kind)).toBe(status);
    expect(response.statusCode).toBe(status);
    expect(response.json().error).toMatchObject({ type, code: 'some_code', message: 'Some message' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
