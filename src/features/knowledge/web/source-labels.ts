import {
  SOURCE_KIND_REGISTRY,
  SOURCE_KINDS,
  SOURCE_STATES,
  type SourcePriority,
  type SourceState,
  type SourceType,
  type SourceVisibility,
  typeOfKind,
  type WebsiteScope,
} from '../contract.ts'

/** Labels of the types of passages. */
export const TYPE_LABELS = Object.fromEntries([
  ['faq', { one: 'FAQ', many: 'FAQs' }],
  ...SOURCE_KINDS.map((kind) => [typeOfKind(kind), SOURCE_KIND_REGISTRY[kind].type.label]),
]) as Record<SourceType, { one: string; many: string }>

const STATE_LABELS: Record<SourceState, string> = {
  queued: 'Queued',
  processing: 'Processing',
  ready: 'Ready',
  skipped: 'Skipped',
  excluded: 'Excluded',
  failed: 'Failed',
}
export const STATE_OPTIONS = SOURCE_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))

export const SCOPE_OPTIONS: { value: WebsiteScope; label: string }[] = [
  { value: 'site', label: 'The whole website' },
  { value: 'section', label: 'This section: everything below the address' },
  { value: 'page', label: 'This page alone' },
]

export const PRIORITY_OPTIONS: { value: SourcePriority; label: string }[] = [
  { value: 'high', label: 'High: preferred over others' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low: only if others have no answer' },
]

export const VISIBILITY_OPTIONS: { value: SourceVisibility; label: string }[] = [
  { value: 'open', label: 'Open: answers link to its page' },
  { value: 'quoted', label: 'Quote only: answers show its title and quote it' },
  { value: 'internal', label: 'Internal: used for answers, never shown to visitors' },
]

const VISIBILITY_NOTES: Record<SourceVisibility, string[]> = {
  open: [],
  quoted: ['quote only'],
  internal: ['internal'],
}

/** Returns short notes on unusual settings of a source; none for most. */
export const settingNotes = ({ priority, visibility }: { priority: SourcePriority; visibility: SourceVisibility }) => [
  ...(priority === 'normal' ? [] : [priority === 'high' ? 'high priority' : 'low priority']),
  ...VISIBILITY_NOTES[visibility],
]
