import { BookText, FileUp, FolderOpen, Globe, type LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'

const loadWebsiteDialog = () => import('./add-website-dialog.tsx')
const AddWebsiteDialog = lazy(loadWebsiteDialog)

/** The ways in. */
export function SourceCards({ onUpload }: { onUpload: () => void }) {
  /** null until it is asked for the first time. */
  const [adding, setAdding] = useState<boolean | null>(null)
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
        <SourceCard icon={Globe} title="Web" onSelect={() => setAdding(true)}>
          Scrape a website: a page, a section or all of it.
        </SourceCard>
        <SourceCard icon={FileUp} title="Upload" onSelect={onUpload}>
          Upload files, many at once. You can also drop them anywhere here.
        </SourceCard>
        <SourceCard icon={BookText} title="Notion">
          Not available in this version yet.
        </SourceCard>
        <SourceCard icon={FolderOpen} title="Google">
          Not available in this version yet.
        </SourceCard>
      </ul>
      <Suspense>{adding !== null && <AddWebsiteDialog open={adding} onOpenChange={setAdding} />}</Suspense>
    </>
  )
}

interface SourceCardProps {
  icon: LucideIcon
  title: string
  /** Without it the card says what there will be, and does nothing. */
  onSelect?: () => void
  children: ReactNode
}

function SourceCard({ icon: Icon, title, onSelect, children }: SourceCardProps) {
  const inside = (
    <>
      <Icon
        size={20}
        strokeWidth={1.7}
        aria-hidden="true"
        className={onSelect ? 'text-accent-ink' : 'text-ink-faint'}
      />
      <span className="mt-3 text-base font-semibold text-ink">{title}</span>
      <span className="mt-0.5 text-sm text-ink-soft">{children}</span>
    </>
  )
  const look = 'flex h-full w-full flex-col items-start rounded-lg border border-line px-4 py-4 text-left sm:px-5'
  return (
    <li>
      {onSelect ? (
        <button
          type="button"
          onClick={onSelect}
          className={`${look} bg-surface transition-colors hover:border-line-strong hover:bg-hover active:bg-pressed`}
        >
          {inside}
        </button>
      ) : (
        <div className={`${look} border-dashed`}>{inside}</div>
      )}
    </li>
  )
}
