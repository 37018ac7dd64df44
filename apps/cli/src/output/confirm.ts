import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Context } from '../context';

/** True if `confirm` can ask: both the question and the answer need a terminal. */
export const canConfirm = ({ stdin, stderr }: Context): boolean => Boolean(stdin.isTTY && stderr.isTTY);

/** Asks a question on the terminal. Everything but `y` and `yes` means no, also the end of the input. */
export async function confirm({ stdin, stderr, signal }: Context, question: string): Promise<boolean> {
  stderr.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin });
  const closed = once(lines, 'close', { signal }).then(() => ['']);
  const [answer] = (await Promise.race([once(lines, 'line', { signal }), closed])) as [string];
  lines.close();
  return /^y(es)?$/i.test(answer.trim());
}
