import { FileUp, type LucideIcon, TextCursorInput } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const loadTextDialog = () => import('./add-text-dialog.tsx')
const AddTextDialog = lazy(loadTextDialog)

/** The ways in. */
export function SourceCards({ onUpload }: { onUpload: () => void }) {
  /** null until it is asked for the first time. */
  const [writing, setWriting] = useState<boolean | null>(null)
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
        <SourceCard icon={FileUp} title="Upload" onSelect={onUpload}>
          PDF, Word, PowerPoint, text and Markdown. Drop them anywhere here.
        </SourceCard>
        <SourceCard icon={TextCursorInput} title="Text" onSelect={() => setWriting(true)}>
          Paste or write what visitors should find.
        </SourceCard>
      </ul>
      <Suspense>{writing !== null && <AddTextDialog open={writing} onOpenChange={setWriting} />}</Suspense>
    </>
  )
}

interface SourceCardProps {
  icon: LucideIcon
  title: string
  onSelect: () => void
  children: ReactNode
}

function SourceCard({ icon: Icon, title, onSelect, children }: SourceCardProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onSelect}
        className="group flex h-full w-full flex-col items-start rounded-lg border border-line bg-surface px-4 py-4 text-left transition-colors hover:border-line-strong hover:bg-hover active:bg-pressed sm:px-5"
      >
        <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="text-accent-ink" />
        <span className="mt-3 text-base font-semibold text-ink">{title}</span>
        <span className="mt-0.5 text-sm text-ink-soft">{children}</span>
      </button>
    </li>
  )
}
