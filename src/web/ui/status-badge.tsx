import { Badge, type Tone } from './badge.tsx'

const STATUSES = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'good' },
  archived: { label: 'Archived', tone: 'neutral' },
  answered: { label: 'Answered', tone: 'good' },
  suggested: { label: 'Suggested', tone: 'teal' },
  refused: { label: 'Not found', tone: 'warn' },
  unavailable: { label: 'Unavailable', tone: 'bad' },
  queued: { label: 'Queued', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'accent' },
  ready: { label: 'Ready', tone: 'good' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  excluded: { label: 'Excluded', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Inactive', tone: 'neutral' },
} as const satisfies Record<string, { label: string; tone: Tone }>

export type Status = keyof typeof STATUSES

const SHAPES: Partial<Record<Status, string>> = {
  draft: 'border-dashed border-[1.5px] border-current bg-transparent',
  queued: 'border-dashed border-[1.5px] border-current bg-transparent',
  archived: 'bg-current opacity-40',
  excluded: 'bg-current opacity-40',
  inactive: 'border-[1.5px] border-current bg-transparent',
}

/** A state as text with a colored dot; color alone never carries the meaning. */
export function StatusBadge({ status, label }: { status: Status; label?: string }) {
  const { label: usual, tone } = STATUSES[status]
  return (
    <Badge
      tone={tone}
      icon={
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full ${SHAPES[status] ?? 'bg-current'}${status === 'processing' ? ' animate-shimmer' : ''}`}
        />
      }
    >
      {label ?? usual}
    </Badge>
  )
}
