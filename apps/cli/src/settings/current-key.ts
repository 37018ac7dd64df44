import type { FeedbackClient, KeyResponse } from '@libs/api-client';
import { CliError, EXIT } from '../exit-codes';

/**
 * Returns the API key that authenticates the request, with its account.
 * @throws CliError if another server responds, also with JSON
 */
export async function fetchCurrentKey(client: FeedbackClient): Promise<KeyResponse['data']> {
  const { data } = await client.key();
  const { account } = data as Partial<typeof data>;
  if (typeof account?.name === 'string') return data;
  throw new CliError('Unexpected response', EXIT.failure, 'Check the service URL.');
}
