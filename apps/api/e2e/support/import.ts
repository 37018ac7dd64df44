import { INVALID_FILES } from '../../src/import/import.openapi';
import { INVALID_REQUEST_FILES } from '../../src/import/import-requests.openapi';
import { IMPORT_BYTES_MAX } from '@libs/contract';
import { REQUESTS_MAX } from '@libs/feedback';
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
    too_long_file: () => send('{}\n'.repeat(100_001), NDJSON, { path }),
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
      too_long_requests: () => {
        const voters = Array.from({ length: 10_000 }, (_, i) => `${i}@b.co`).join();
        const file = `${JSON.stringify({ title: 'T', voters })}\n`.repeat(101);
        return send(file, NDJSON, { query: '?dry_run=true' });
      },
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
    RequestImportConflict: { request_limit_reached: () => withManyRequests(context()) },
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

/** Asks once more for an item that has the maximum number of requests. */
async function withManyRequests({ service, client, account }: ImportContext): Promise<HttpResponse> {
  const call = (path: string, body: string) =>
    client.call('POST', path, { key: account.key, body, headers: { 'content-type': NDJSON } });
  await call(PATH, '{"title":"Popular","external_id":"popular"}');
  const admin = await service.connectAsAdmin();
  try {
    await admin.query(
      `INSERT INTO feedback_requests (account_id, feedback_id, id, source, created_at)
       SELECT account_id, id, gen_random_uuid(), 'import', now()
       FROM feedback, generate_series(1, ${REQUESTS_MAX}) WHERE external_id = 'popular' AND account_id = $1`,
      [account.id],
    );
  } finally {
    await admin.end();
  }
  return call(REQUESTS_PATH, '{"external_id":"popular"}');
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
