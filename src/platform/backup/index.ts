export type { BackupCounts, BackupHeader } from './backup-lines.ts'
export { type RestoredBackup, readBackup, restoreBackup } from './restore-backup.ts'
export { type BackupParts, type BackupSummary, writeBackup } from './write-backup.ts'
