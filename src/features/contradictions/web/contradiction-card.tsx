import { BookOpen, FileQuestion, Pencil } from 'lucide-react'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx'
import type { ContradictingText, Contradiction } from '../contract.ts'
import { DIFFERENCE_LABELS, editingPath, sentenceParts } from './contradiction-words.ts'

interface ContradictionCardProps {
  contradiction: Contradiction
  mayWrite: boolean
  busy: boolean
  onDismiss: () => void
  onRestore: () => void
}

/** Two texts side by side, with the words in which they differ, and what can be done about it. */
export function ContradictionCard({ contradiction, mayWrite, busy, onDismiss, onRestore }: ContradictionCardProps) {
  const { kind, state, texts, dismissed_by: by } = contradiction
  return (
    <Card
      title={DIFFERENCE_LABELS[kind]}
      description={state === 'dismissed' && by ? `Dismissed by ${by}` : undefined}
      actions={
        mayWrite &&
        (state === 'open' ? (
          <Button size="sm" data-settle disabled={busy} onClick={onDismiss}>
            These don’t contradict
          </Button>
        ) : (
          <Button size="sm" data-settle disabled={busy} onClick={onRestore}>
            Show again
          </Button>
        ))
      }
    >
      <div className="grid gap-4 *:min-w-0 md:grid-cols-2">
        {texts.map((text) => (
          <Text key={text.id} text={text} mayWrite={mayWrite} />
        ))}
      </div>
    </Card>
  )
}

function Text({ text, mayWrite }: { text: ContradictingText; mayWrite: boolean }) {
  const Icon = text.kind === 'faq' ? FileQuestion : BookOpen
  return (
    <div className="flex flex-col items-start gap-2.5 rounded-lg border border-line bg-sunken p-3.5">
      <h3 className="flex items-start gap-2 text-md font-medium [overflow-wrap:anywhere]">
        <Icon size={16} aria-hidden="true" className="mt-0.75 shrink-0 text-ink-soft" />
        <VisuallyHidden>{text.kind === 'faq' ? 'FAQ:' : 'Source:'}</VisuallyHidden>
        {text.title}
      </h3>
      <blockquote className="flex-1 text-base [overflow-wrap:anywhere]">
        {sentenceParts(text).map((part, index) =>
          index % 2 === 0 ? (
            part
          ) : (
            // Parts of one sentence never change their order.
            <mark key={`${index}${part}`} className="rounded-xs bg-warn-soft px-0.5 font-medium text-warn">
              {part}
            </mark>
          ),
        )}
      </blockquote>
      <ButtonLink
        to={editingPath(text)}
        size="sm"
        icon={mayWrite ? <Pencil size={14} /> : undefined}
        aria-label={`${mayWrite ? 'Edit' : 'Open'} “${text.title}”`}
      >
        {mayWrite ? 'Edit' : 'Open'}
      </ButtonLink>
    </div>
  )
}
