export type { BackupCounts } from './backup-lines.ts'
export { type CheckedBackup, readBackup, restoreBackup } from './restore-backup.ts'
export { type BackupSummary, writeBackup } from './write-backup.ts'
