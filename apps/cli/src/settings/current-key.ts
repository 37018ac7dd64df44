import type { FeedbackClient, KeyAnswer } from '@libs/api-client';
import { CliError, EXIT } from '../exit-codes';

/**
 * The key that asks, and its account.
 * @throws CliError when something else than the service answers, in JSON as it does
 */
export async function fetchCurrentKey(client: FeedbackClient): Promise<KeyAnswer['data']> {
  const { data } = await client.key();
  const { account } = data as Partial<typeof data>;
  if (typeof account?.name === 'string') return data;
  throw new CliError('Unexpected response', EXIT.failure, 'Check the service URL.');
}
