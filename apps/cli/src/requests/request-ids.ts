import { CliError, EXIT } from '../exit-codes';
import { assertId, isId } from '../items/ids';

/** @throws CliError for an invalid ID, before any request */
export function assertIds(itemId: string, requestId: string): void {
  assertId(itemId);
  if (!isId(requestId))
    throw new CliError(
      'Invalid request ID',
      EXIT.notFound,
      `An ID has 36 characters. Run \`feedback requests ${itemId}\` to see the IDs of the requests.`,
    );
}
