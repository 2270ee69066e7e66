import { useQuery } from '@tanstack/react-query'
import { FileUp, type LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { describeService, SERVICE_KINDS, type ServiceKind, SOURCE_KIND_REGISTRY } from '../contract.ts'
import { iconOfKind } from './source-icons.ts'

const loadWebsiteDialog = () => import('./websites/add-website-dialog.tsx')
const AddWebsiteDialog = lazy(loadWebsiteDialog)

/** The ways in. */
export function SourceCards({ onUpload }: { onUpload: () => void }) {
  /** null until it is asked for the first time. */
  const [adding, setAdding] = useState<boolean | null>(null)
  const { data } = useQuery(api.integrations.list.queryOptions())
  /** To what is connected, or to where it can be. */
  const tabOf = (kind: ServiceKind) => {
    const isConnected = data?.items.some((one) => one.type === kind && one.is_active) ?? false
    return `/dashboard/integrations?tab=${isConnected ? 'connected' : 'available'}`
  }
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
        <SourceCard icon={iconOfKind('website')} title="Web" onSelect={() => setAdding(true)}>
          Scrape a website: a page, a section or all of it.
        </SourceCard>
        <SourceCard icon={FileUp} title="Upload" onSelect={onUpload}>
          Upload files, many at once. You can also drop them anywhere here.
        </SourceCard>
        {SERVICE_KINDS.map((kind) => (
          <SourceCard key={kind} icon={iconOfKind(kind)} title={SOURCE_KIND_REGISTRY[kind].label.many} to={tabOf(kind)}>
            {describeService(kind).description}
          </SourceCard>
        ))}
      </ul>
      <Suspense>{adding !== null && <AddWebsiteDialog open={adding} onOpenChange={setAdding} />}</Suspense>
    </>
  )
}

interface SourceCardProps {
  icon: LucideIcon
  title: string
  /** Target path, or the action. */
  to?: string
  onSelect?: () => void
  children: ReactNode
}

const look =
  'flex h-full w-full flex-col items-start rounded-lg border border-line bg-surface px-4 py-4 text-left transition-colors hover:border-line-strong hover:bg-hover active:bg-pressed sm:px-5'

function SourceCard({ icon: Icon, title, to, onSelect, children }: SourceCardProps) {
  const inside = (
    <>
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="text-accent-ink" />
      <span className="mt-3 text-base font-semibold text-ink">{title}</span>
      <span className="mt-0.5 text-sm text-ink-soft">{children}</span>
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className={look}>
          {inside}
        </Link>
      ) : (
        <button type="button" onClick={onSelect} className={look}>
          {inside}
        </button>
      )}
    </li>
  )
}
