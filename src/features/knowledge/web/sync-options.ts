import type { SyncInterval } from '../contract.ts'

/** How often something is read again by itself. */
export const SYNC_OPTIONS: { value: SyncInterval; label: string }[] = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'never', label: 'Only when asked' },
]
