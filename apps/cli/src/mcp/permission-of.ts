import { FeedbackApiError, type FeedbackClient } from '@libs/api-client';

export interface Asked {
  readonly client: FeedbackClient;
  readonly signal: AbortSignal;
  log(line: string): void;
}

/** No host should wait longer for a server to come up. */
const PATIENCE_MS = 3_000;

/**
 * What the key may do. Where the service does not say, everything is offered: it refuses by itself what the key may not
 * do, and a tool that is not listed could not be used when the service is back.
 * @throws FeedbackApiError when the service does not accept the key
 */
export async function permissionOf({ client, signal, log }: Asked): Promise<'full' | 'read'> {
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    return (await client.key({ signal: patience })).data.permission;
  } catch (error) {
    if (error instanceof FeedbackApiError && [401, 403].includes(error.status)) throw error;
    if (!signal.aborted)
      log(`${messageOf(error)}; until it is known what the key may do, every tool is listed`);
    return 'full';
  }
}

const messageOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? 'The service did not answer in time'
    : (error as Error).message;
