import { useMemo } from 'react'
import { cx } from '../../../../web/ui/class-names.ts'
import { CONTENT_FIELDS, CONTENT_LABELS, type ContentField, type FaqContent } from '../../contract.ts'
import { diffText } from '../../domain/diff-text.ts'
import { STATUS_LABELS } from '../status-labels.ts'

/** A field as text: alternatives one a line. */
export function fieldText(content: FaqContent, field: ContentField): string {
  if (field === 'status') return STATUS_LABELS[content.status]
  const value = content[field]
  return typeof value === 'string' ? value : value.join('\n')
}

const MARKS = {
  removed: { Mark: 'del', spoken: ' removed: ', className: 'bg-bad-soft text-bad decoration-bad/60' },
  added: { Mark: 'ins', spoken: ' added: ', className: 'bg-good-soft text-good no-underline' },
  own: { Mark: 'mark', spoken: '', className: 'bg-teal-soft text-ink' },
} as const

/**
 * A text with what is gone struck out and what is new marked; read out as such.
 * @param only shows one side alone, with what is its own marked
 */
export function TextDifference({ before, after, only }: { before: string; after: string; only?: 'before' | 'after' }) {
  const parts = useMemo(() => diffText(before, after), [before, after])
  const shown = parts.filter(({ kind }) => kind === 'same' || only !== (kind === 'added' ? 'before' : 'after'))
  return (
    <span className="block text-md break-words whitespace-pre-wrap text-ink">
      {keyed(shown).map(([key, { kind, text }]) => {
        if (kind === 'same') return <span key={key}>{text}</span>
        const { Mark, spoken, className } = MARKS[only === undefined ? kind : 'own']
        return (
          <Mark key={key} className={cx('rounded-xs px-0.5', className)}>
            {spoken && <span className="sr-only">{spoken}</span>}
            {text}
          </Mark>
        )
      })}
    </span>
  )
}

/** The fields of a FAQ that differ, each with what was taken out and put in. */
export function FaqDifference({ before, after }: { before: FaqContent; after: FaqContent }) {
  const fields = CONTENT_FIELDS.filter((field) => fieldText(before, field) !== fieldText(after, field))
  if (fields.length === 0) return <p className="py-2 text-md text-ink-soft">There is no difference.</p>
  return (
    <dl className="space-y-4">
      {fields.map((field) => (
        <div key={field}>
          <dt className="mb-1 text-xs font-medium text-ink-faint">{CONTENT_LABELS[field]}</dt>
          <dd>
            <TextDifference before={fieldText(before, field)} after={fieldText(after, field)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** All that a version says. */
export function WholeContent({ content }: { content: FaqContent }) {
  return (
    <dl className="space-y-4">
      {CONTENT_FIELDS.filter((field) => fieldText(content, field) !== '').map((field) => (
        <div key={field}>
          <dt className="mb-1 text-xs font-medium text-ink-faint">{CONTENT_LABELS[field]}</dt>
          <dd className="text-md break-words whitespace-pre-wrap text-ink">{fieldText(content, field)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The compared parts never change their order, so indexes are valid keys. */
const keyed = <T,>(parts: readonly T[]): [string, T][] => parts.map((part, index) => [String(index), part])
