export { BackupError } from './backup-error';
export { restoreBackup, verifyBackup, type RestoreResult, type VerifiedBackup } from './restore-backup';
export { writeBackup, type BackupResult } from './write-backup';
