export { BackupError } from './backup-error';
export { restoreBackup, verifyBackup, type RestoreResult, type VerifiedBackup } from './restore-backup';
export { BACKUP_LOCK, writeBackup, type BackupOptions, type BackupResult } from './write-backup';
