import { INVALID_FILES } from '../../src/import/import.openapi';
import { INVALID_REQUEST_FILES } from '../../src/import/import-requests.openapi';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import { ImportUseCases, tooManyImportedRequests, tooManyRequests, tooManyRows } from '@libs/feedback';
import type { DomainError } from '@libs/kernel';
import { UploadTimeouts } from '../../src/http/requests/upload';
import type { HttpResponse, Call, Client } from './client';
import { waitForLocks, whileLocked } from './locks';
import type { Account, Service } from './service';

const PATH = '/api/v1/feedback/import';
const REQUESTS_PATH = `${PATH}/requests`;
const NDJSON = 'application/x-ndjson';

interface ImportContext {
  readonly service: Service;
  readonly client: Client;
  readonly account: Account;
  /** Sends bytes that no HTTP client would send. */
  readonly sendRaw: (method: string, path: string, bytes: string) => Promise<HttpResponse>;
}

/** Functions that send the import requests, by response component and example name. */
export function importSenders(
  context: () => ImportContext,
): Record<string, Record<string, () => Promise<HttpResponse>>> {
  const send = (
    file: string | Buffer,
    type = NDJSON,
    { query = '', path = PATH, ...headers }: Record<string, string> = {},
  ) =>
    context().client.call('POST', `${path}${query}`, {
      key: context().account.key,
      body: file,
      headers: { 'content-type': type, ...headers },
    } satisfies Call);
  const raw = (headers: string, path = PATH) => {
    const { account, sendRaw } = context();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.key}\r\nContent-Type: ${NDJSON}\r\n`;
    return sendRaw('POST', path, `${head}${headers}\r\n\r\n{`);
  };
  const sharedSenders = (path: string) => ({
    too_long_file: () => rejectedWith(tooManyRows(), () => send('{}', NDJSON, { path })),
    upload_too_slow: () =>
      withTimeouts(context().service, { stallMs: 100 }, () => raw('Content-Length: 10', path)),
    invalid_idempotency_key: () => send('{}', NDJSON, { path, 'idempotency-key': 'a b' }),
    invalid_parameter: () => send('{}', NDJSON, { path, query: '?dry_run=yes' }),
    repeated_parameter: () => send('{}', NDJSON, { path, query: '?dry_run=true&dry_run=false' }),
    unknown_parameter: () => send('{}', NDJSON, { path, query: '?format=csv' }),
    malformed_request: () =>
      context().sendRaw('POST', path, `POST ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`),
  });
  return {
    InvalidImport: {
      ...Object.fromEntries(
        Object.entries(INVALID_FILES).map(([name, [type, file]]) => [name, () => send(file, type)]),
      ),
      too_long_requests: () => rejectedWith(tooManyImportedRequests(), () => send('{}')),
      ...sharedSenders(PATH),
    },
    InvalidRequestImport: {
      ...Object.fromEntries(
        Object.entries(INVALID_REQUEST_FILES).map(([name, [type, file]]) => [
          name,
          () => send(file, type, { path: REQUESTS_PATH }),
        ]),
      ),
      feedback_not_found: () => send('{"external_id":"unknown"}', NDJSON, { path: REQUESTS_PATH }),
      ambiguous_title: async () => {
        await send('{"title":"Twice"}\n{"title":"twice"}');
        return send('{"title":"TWICE"}', NDJSON, { path: REQUESTS_PATH });
      },
      ...sharedSenders(REQUESTS_PATH),
    },
    RequestImportConflict: {
      request_limit_reached: () =>
        rejectedWith(tooManyRequests(), () => send('{}', NDJSON, { path: REQUESTS_PATH })),
    },
    ImportTooLarge: { body_too_large: () => raw(`Content-Length: ${IMPORT_BYTES_MAX + 1}`) },
    UnsupportedImportType: {
      unsupported_content_type: () => send('x', 'text/plain'),
      unsupported_content_encoding: () => send('x', NDJSON, { 'content-encoding': 'gzip' }),
    },
    ImportInProgress: {
      import_in_progress: () => whileImporting(context(), () => send('{"title":"T"}')),
    },
    TooManyImports: { too_many_imports: () => whileOthersImport(context(), () => send('{"title":"T"}')) },
  };
}

/** Imports a row as if it exceeded a limit. Tests of the use case and of its adapter send that many rows. */
async function rejectedWith(error: DomainError, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const run = jest.spyOn(ImportUseCases.prototype, 'run').mockRejectedValueOnce(error);
  return send().finally(() => run.mockRestore());
}

async function withTimeouts<T>(
  service: Service,
  changed: Partial<UploadTimeouts>,
  work: () => Promise<T>,
): Promise<T> {
  const timeouts = Object.assign(service.get(UploadTimeouts), changed);
  return work().finally(() => Object.assign(timeouts, new UploadTimeouts()));
}

/** Runs `work` while another instance imports for the account. */
export const whileImporting = <T>(
  { service, account }: Pick<ImportContext, 'service' | 'account'>,
  work: () => Promise<T>,
): Promise<T> =>
  whileLocked(
    service,
    `SELECT pg_advisory_xact_lock(hashtextextended('feedback-import ' || $1, 0))`,
    [account.id],
    work,
  );

/** Runs `work` while other accounts use up the limit of concurrent imports. */
async function whileOthersImport<T>({ service, client }: ImportContext, work: () => Promise<T>): Promise<T> {
  const others = [await service.account(), await service.account()];
  let imports: Promise<HttpResponse>[] = [];
  const response = await whileLocked(service, 'LOCK TABLE feedback', [], async (lockClient) => {
    imports = others.map(({ key }) =>
      client.call('POST', PATH, { key, body: '{"title":"T"}', headers: { 'content-type': NDJSON } }),
    );
    await waitForLocks(lockClient, 'feedback', others.length);
    return withTimeouts(service, { waitMs: 100 }, work);
  });
  expect((await Promise.all(imports)).map(({ status }) => status)).toEqual([200, 200]);
  return response;
}
