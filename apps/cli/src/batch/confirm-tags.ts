import type { FeedbackChange } from '@libs/api-client';
import type { Context } from '../context';
import { CliError, EXIT } from '../exit-codes';
import { canConfirm, confirm } from '../output/confirm';
import { formatCount } from '../output/progress';

/**
 * Asks for confirmation if one change replaces the tags or links of several items.
 * @throws CliError if there is no terminal, or the user declines
 */
export async function assertTagsConfirmed(
  context: Context,
  change: FeedbackChange,
  count: number,
): Promise<void> {
  // A change from standard input can be any JSON value.
  const names = ['tags', 'links'].filter((name) => Object.hasOwn(Object(change) as object, name));
  if (count < 2 || names.length === 0) return;
  const itemsText = `${names.join(' and ')} of ${formatCount(count, 'item')}`;
  if (!canConfirm(context))
    throw new CliError(
      `Replacing all ${itemsText} without a terminal requires --yes`,
      EXIT.usage,
      names[0] === 'tags' ? 'To change only some tags, use --add-tags and --remove-tags.' : undefined,
    );
  if (!(await confirm(context, `Replace all ${itemsText}?`)))
    throw new CliError('Nothing was updated', EXIT.failure);
}
