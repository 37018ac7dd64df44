import type { FeedbackChange } from '@libs/api-client';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { canConfirm, confirm } from '../output/confirm';
import { formatCount } from '../output/progress';

/**
 * Asks for confirmation if one change replaces the tags of several items.
 * @throws CliError if there is no terminal, or the user declines
 */
export async function assertTagsConfirmed(
  context: Context,
  change: FeedbackChange,
  count: number,
): Promise<void> {
  // A change from standard input can be any JSON value.
  if (count < 2 || !Object.hasOwn(Object(change) as object, 'tags')) return;
  const itemsText = formatCount(count, 'item');
  if (!canConfirm(context))
    throw new CliError(
      `Replacing all tags of ${itemsText} without a terminal requires --yes`,
      EXIT.usage,
      'To change only some tags, use --add-tags and --remove-tags.',
    );
  if (!(await confirm(context, `Replace all tags of ${itemsText}?`)))
    throw new CliError('Nothing was updated', EXIT.failure);
}
