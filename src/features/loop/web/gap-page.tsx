import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, FilePlus2, GitMerge, ListChecks, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Menu, MenuItem, MenuLink } from '../../../web/ui/menu.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Group } from '../contract.ts'
import { GapBadge } from './gap-badge.tsx'
import { Trend } from './gap-rows.tsx'
import { GAPS, gapAddress, REASONS, visitorsOf } from './gap-words.ts'
import { Phrasings } from './phrasings.tsx'
import { ProofCard } from './proof-card.tsx'
import { useGapActions } from './use-gap-actions.ts'
import { useLiveGaps } from './use-live-gaps.ts'

const DraftDialog = lazy(() => import('./draft-dialog.tsx'))
const DismissDialog = lazy(() => import('./dismiss-dialog.tsx'))
const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

/** /messages/gaps/{id}: one question that visitors ask in many ways, and what is done about it. */
export function Component() {
  const { groupId = '' } = useParams()
  useLiveGaps()
  const query = useQuery(
    api.loop.details.queryOptions({ input: { id: groupId }, refetchOnMount: 'always', retry: false }),
  )
  if (query.data) return <Gap key={query.data.id} group={query.data} />
  const gone = query.error instanceof ApiError && (query.error.kind === 'not_found' || query.error.kind === 'invalid')
  return (
    <Page>
      <PageHeader title="Gap" actions={<BackToGaps />} />
      {!query.isError ? (
        <SkeletonRows rows={5} />
      ) : gone ? (
        <EmptyState
          title="This gap no longer exists"
          message="It was merged into another, or its questions were deleted."
        />
      ) : (
        <ErrorState
          title="This gap could not be loaded"
          message={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Page>
  )
}

const BackToGaps = () => (
  <ButtonLink to={GAPS} icon={<ArrowLeft size={16} />}>
    All gaps
  </ButtonLink>
)

function Gap({ group }: { group: Group }) {
  const { can } = useWorkspace()
  const mayWrite = can('question.write')
  const actions = useGapActions()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'draft' | 'dismiss' | 'merge' | null>(null)
  const close = () => setAsking(null)
  return (
    <Page>
      <PageHeader
        title={group.question}
        subtitle={
          <span className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-md">
            <span className="tabular-nums">{visitorsOf(group)}</span>
            <Trend trend={group.trend} />
            <GapBadge group={group} />
          </span>
        }
        actions={
          <>
            <BackToGaps />
            {mayWrite && group.state !== 'dismissed' && (
              <Menu trigger={<Button icon={<ChevronDown size={16} />}>More</Button>}>
                <MenuItem icon={<GitMerge size={16} />} onSelect={() => setAsking('merge')}>
                  Merge into another…
                </MenuItem>
                <MenuLink icon={<ListChecks size={16} />} to={`/messages/answer-tests?gap=${group.id}`}>
                  Save as answer test
                </MenuLink>
                <MenuItem onSelect={() => setAsking('dismiss')}>Dismiss…</MenuItem>
              </Menu>
            )}
            {mayWrite && group.state === 'dismissed' && (
              <Button icon={<RotateCcw size={16} />} onClick={() => actions.reopen(group.id)}>
                Reopen
              </Button>
            )}
            {mayWrite && group.state === 'open' && !group.faq && (
              <Button variant="primary" icon={<FilePlus2 size={16} />} onClick={() => setAsking('draft')}>
                Draft FAQ
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-5">
        {group.dismissed && <Dismissed dismissed={group.dismissed} />}
        <ProofCard group={group} mayWrite={mayWrite} actions={actions} />
        <Phrasings group={group} mayWrite={mayWrite} actions={actions} />
      </div>
      <Suspense>
        {asking === 'draft' && <DraftDialog group={group} onClose={close} onSaved={actions.refresh} />}
        {asking === 'dismiss' && <DismissDialog group={group} actions={actions} onClose={close} />}
        {asking === 'merge' && (
          <MergeDialog
            group={group}
            actions={actions}
            onClose={close}
            onMerged={(into) => navigate(gapAddress(into), { replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}

function Dismissed({ dismissed: { reason, note, by } }: { dismissed: NonNullable<Group['dismissed']> }) {
  return (
    <p className="rounded-lg bg-sunken px-4 py-3 text-md">
      Dismissed{by && ` by ${by}`}: {REASONS[reason]}
      {note && ` — ${note}`}
    </p>
  )
}
