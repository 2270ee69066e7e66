import type { SyncInterval } from '../../contract.ts'

/** Intervals of scheduled reading. */
export const SYNC_OPTIONS: { value: SyncInterval; label: string }[] = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'never', label: 'Only when asked' },
]
