import {
  SOURCE_STATES,
  type SourceKind,
  type SourcePriority,
  type SourceState,
  type SourceType,
  type SourceVisibility,
  type WebsiteScope,
} from '../contract.ts'

export const KIND_LABELS: Record<SourceKind, { one: string; many: string }> = {
  website: { one: 'Page', many: 'Pages' },
  document: { one: 'File', many: 'Files' },
  text: { one: 'Text', many: 'Texts' },
  notion: { one: 'Notion page', many: 'Notion' },
  'google-drive': { one: 'Google document', many: 'Google' },
}
/** Filters of the ledger. */
export const LEDGER_KINDS = ['website', 'document', 'text', 'notion', 'google-drive'] as const satisfies SourceKind[]

export const TYPE_LABELS: Record<SourceType, { one: string; many: string }> = {
  faq: { one: 'FAQ', many: 'FAQs' },
  url: { one: 'Web page', many: 'Web pages' },
  document: { one: 'Document', many: 'Documents' },
  notion: { one: 'Notion', many: 'Notion' },
  google: { one: 'Google', many: 'Google' },
}

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
  { value: 'high', label: 'High: before others' },
  { value: 'normal', label: 'Normal' },
  { value: 'low', label: 'Low: where others have no answer' },
]

export const VISIBILITY_OPTIONS: { value: SourceVisibility; label: string }[] = [
  { value: 'linked', label: 'Answers link to it' },
  { value: 'unlinked', label: 'Answers use it without a link' },
]

/** Returns short notes on unusual settings of a source; none for most. */
export const standingOf = ({ priority, visibility }: { priority: SourcePriority; visibility: SourceVisibility }) => [
  ...(priority === 'normal' ? [] : [priority === 'high' ? 'high priority' : 'low priority']),
  ...(visibility === 'linked' ? [] : ['no link']),
]
