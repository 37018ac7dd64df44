import { restoreBackup, writeBackup } from '@libs/postgres';
import { version } from '../version';
import type { Result, Tools } from './command';

export const KEY_NOTE =
  'The file has no encryption key. Start the service with the SECRET_ENCRYPTION_KEY of the service that was backed up ' +
  '(with an embedded database: copy secret-encryption-key from its DATA_DIR), or it does not start.';

/** operator.md 11 */
export async function backUp({ directUrl, progress, interrupted }: Tools, file: string): Promise<Result> {
  const start = performance.now();
  const report = reporter(progress, start);
  const result = await writeBackup({
    ...{ url: directUrl, file, release: version, signal: interrupted() },
    onProgress: (rows, expected) => report('Saved', rows, expected, 'about '),
  });
  return { ...result, seconds: secondsSince(start) };
}

/** operator.md 11 */
export async function restore({ directUrl, progress, backup }: Tools): Promise<Result> {
  const start = performance.now();
  const report = reporter(progress, start);
  const { rows: expected } = backup!;
  progress(`The file is complete. Restoring ${numberOf(expected)} rows`);
  const result = await restoreBackup({
    ...{ url: directUrl, backup: backup! },
    onProgress: (step, rows) => {
      if (step === 'indexing') progress('Creating indexes');
      else report('Restored', rows, expected);
    },
  });
  return { ...result, seconds: secondsSince(start) };
}

const numberOf = (value: number): string => Math.round(value).toLocaleString('en');
const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;

/** Prints a line for each tenth of the rows after the first second. */
function reporter(progress: Tools['progress'], start: number) {
  let reported = 0;
  return (verb: string, rows: number, expected: number, about = ''): void => {
    const tenth = expected > 0 ? Math.min(9, Math.floor((rows / expected) * 10)) : 0;
    if (tenth <= reported || performance.now() - start < 1000) return;
    reported = tenth;
    progress(`${verb} ${numberOf(rows)} of ${about}${numberOf(expected)} rows (${tenth * 10}%)`);
  };
}
