import type { FaqStatus } from '../contract.ts'

export const STATUS_LABELS: Record<FaqStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
