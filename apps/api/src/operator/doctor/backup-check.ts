import { BackupFolder } from '../../backup/backup-folder';
import type { Config } from '../../config';
import { failed, ok, warning, type Check } from './check';

const HOUR_MS = 3_600_000;
/** A backup that is late by one more interval was not retried with success. */
const LATE_INTERVALS = 2;

/** Checks the age of the newest scheduled backup. None without BACKUP_DIR. */
export async function checkBackups(
  { BACKUP_DIR, BACKUP_EVERY }: Pick<Config, 'BACKUP_DIR' | 'BACKUP_EVERY'>,
  now: Date,
): Promise<Check[]> {
  const name = 'backups';
  if (BACKUP_DIR === undefined) return [];
  let newest: Date | null;
  try {
    newest = await new BackupFolder(BACKUP_DIR).newest(now);
  } catch (error) {
    return [failed(name, `cannot read BACKUP_DIR: ${(error as Error).message}`)];
  }
  if (newest === null) {
    return [warning(name, `none in ${BACKUP_DIR} yet: if the service runs, look for an error in its log`)];
  }
  const hours = (now.getTime() - newest.getTime()) / HOUR_MS;
  const text = `the newest is ${Math.floor(hours)} hours old`;
  return hours < LATE_INTERVALS * BACKUP_EVERY
    ? [ok(name, text)]
    : [failed(name, `${text}, BACKUP_EVERY is ${BACKUP_EVERY}: look for an error in the log of the service`)];
}
