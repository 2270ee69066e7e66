import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, FilePlus2, GitMerge, ListChecks, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLink } from '../../../web/ui/menu.tsx'
import { MissingDetails } from '../../../web/ui/missing-details.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Gap } from '../contract.ts'
import { ClosestEntries } from './closest-entries.tsx'
import { GapBadge } from './gap-badge.tsx'
import { Trend } from './gap-rows.tsx'
import { DISMISS_REASON_LABELS, GAPS_PATH, gapAddress, visitorCountText } from './gap-words.ts'
import { Phrasings } from './phrasings.tsx'
import { useGapActions } from './use-gap-actions.ts'
import { useLiveGaps } from './use-live-gaps.ts'
import { VerificationCard } from './verification-card.tsx'

const DraftDialog = lazy(() => import('./draft-dialog.tsx'))
const DismissDialog = lazy(() => import('./dismiss-dialog.tsx'))
const ChooseGapDialog = lazy(() => import('./choose-gap-dialog.tsx'))

/** /messages/gaps/{id}: one question that visitors ask in many ways, and what is done about it. */
export function Component() {
  const { gapId = '' } = useParams()
  useLiveGaps()
  const query = useQuery(
    api.gaps.details.queryOptions({ input: { id: gapId }, refetchOnMount: 'always', retry: false }),
  )
  if (query.data) return <GapDetails key={query.data.id} gap={query.data} />
  const gone = query.error instanceof ApiError && (query.error.kind === 'not_found' || query.error.kind === 'invalid')
  return (
    <MissingDetails
      query={query}
      title="Gap"
      back={<BackToGaps />}
      gone={
        gone
          ? {
              title: 'This gap no longer exists',
              message: 'It was merged into another, or its questions were deleted.',
            }
          : null
      }
      failed="This gap could not be loaded"
    />
  )
}

const BackToGaps = () => (
  <ButtonLink to={GAPS_PATH} icon={<ArrowLeft size={16} />}>
    All gaps
  </ButtonLink>
)

function GapDetails({ gap }: { gap: Gap }) {
  const { can } = useWorkspace()
  const mayWrite = can('question.write')
  const actions = useGapActions()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'draft' | 'dismiss' | 'merge' | null>(null)
  const close = () => setAsking(null)
  const merge = async (into: string) => {
    await actions.merge({ id: gap.id, into_id: into })
    await navigate(gapAddress(into), { replace: true })
  }
  return (
    <Page>
      <PageHeader
        title={gap.question}
        subtitle={
          <span className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md">
            <span className="tabular-nums">{visitorCountText(gap)}</span>
            <Trend trend={gap.trend} />
            <GapBadge gap={gap} />
          </span>
        }
        actions={
          <>
            {mayWrite && gap.state !== 'dismissed' && (
              <Menu trigger={<Button icon={<ChevronDown size={16} />}>More</Button>}>
                <MenuItem icon={<GitMerge size={16} />} onSelect={() => setAsking('merge')}>
                  Merge into another…
                </MenuItem>
                <MenuLink icon={<ListChecks size={16} />} to={`/messages/answer-tests?gap=${gap.id}`}>
                  Save as answer test
                </MenuLink>
                <MenuItem onSelect={() => setAsking('dismiss')}>Dismiss…</MenuItem>
              </Menu>
            )}
            {mayWrite && gap.state === 'dismissed' && (
              <Button icon={<RotateCcw size={16} />} onClick={() => actions.reopen(gap.id)}>
                Reopen
              </Button>
            )}
            {mayWrite && gap.state === 'open' && !gap.faq && (
              <Button variant="primary" icon={<FilePlus2 size={16} />} onClick={() => setAsking('draft')}>
                Draft FAQ
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-5">
        {gap.dismissed && <Dismissed dismissed={gap.dismissed} />}
        <VerificationCard gap={gap} mayWrite={mayWrite} actions={actions} />
        {mayWrite && gap.state === 'open' && !gap.faq && (
          <ClosestEntries gap={gap} actions={actions} onWriteNew={() => setAsking('draft')} />
        )}
        <Phrasings
          gap={gap}
          mayWrite={mayWrite}
          actions={actions}
          // The failure is shown.
          onMerge={(into) => void merge(into).catch(() => {})}
        />
      </div>
      <Suspense>
        {asking === 'draft' && <DraftDialog gap={gap} onClose={close} onSaved={actions.refresh} />}
        {asking === 'dismiss' && <DismissDialog gap={gap} actions={actions} onClose={close} />}
        {asking === 'merge' && (
          <ChooseGapDialog
            gap={gap}
            title="Merge into another gap"
            description="All its questions move to the gap you choose."
            onChoose={merge}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  )
}

function Dismissed({ dismissed: { reason, note, by } }: { dismissed: NonNullable<Gap['dismissed']> }) {
  return (
    <p className="rounded-lg bg-sunken px-4 py-3 text-md">
      Dismissed{by && ` by ${by}`}: {DISMISS_REASON_LABELS[reason]}
      {note && ` — ${note}`}
    </p>
  )
}
