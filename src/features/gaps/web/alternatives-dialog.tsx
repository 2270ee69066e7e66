import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { AlternativesPreview, ClosestEntry, Gap } from '../contract.ts'
import { useClosingAction } from './use-closing-action.ts'
import type { GapActions } from './use-gap-actions.ts'

interface AlternativesDialogProps {
  gap: Gap
  faq: ClosestEntry
  actions: GapActions
  onClose: () => void
}

/** Shows what the gap's phrasings would change as alternatives of a FAQ, before they are added. */
export default function AlternativesDialog({ gap, faq, actions, onClose }: AlternativesDialogProps) {
  const { busy, run, onOpenChange } = useClosingAction(onClose)
  const phrasings = useQuery(api.gaps.phrasings.queryOptions({ input: { id: gap.id, page: 1 } }))
  const ids = phrasings.data?.items.map(({ id }) => id) ?? []
  const input = { id: gap.id, faq_id: faq.id, phrasing_ids: ids }
  const preview = useQuery(
    api.gaps.previewAlternatives.queryOptions({ input, enabled: ids.length > 0, staleTime: 0, retry: false }),
  )
  const failed = phrasings.error ?? preview.error
  const isAddable = preview.data !== undefined && preview.data.taken_count === 0 && preview.data.added.length > 0
  const add = () => run(() => actions.addAlternatives(input))
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Add as alternative questions"
      description={`Visitors who ask like this get the answer of “${faq.title}”.`}
      footer={
        <DialogActions
          confirm={preview.data ? `Add ${plural(preview.data.added.length, 'alternative')}` : 'Add alternatives'}
          onConfirm={() => void add()}
          disabled={!isAddable}
          busy={busy}
          onCancel={onClose}
        />
      }
    >
      {failed ? (
        <ErrorState
          title="The changes could not be calculated"
          message={messageOf(failed)}
          onRetry={() => void (phrasings.error ? phrasings.refetch() : preview.refetch())}
          retrying={phrasings.isFetching || preview.isFetching}
        />
      ) : preview.data ? (
        <Changes preview={preview.data} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

function Changes({ preview: { added, tested, taken, taken_count: count } }: { preview: AlternativesPreview }) {
  return (
    <div className="space-y-4 text-md">
      <ul aria-label="Alternatives" className="list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
        {added.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {added.length === 0 && <p>The FAQ has all of these already.</p>}
      <p role="status" className={count > 0 ? 'text-warn' : 'text-ink-soft'}>
        {count > 0
          ? `${plural(count, 'question')} of ${tested} tested would get this answer instead of the right one:`
          : tested > 0
            ? `Tested with ${plural(tested, 'question')} that visitors ask and your answer tests: none changes its answer.`
            : 'No other question has been answered yet, so none can change its answer.'}
      </p>
      {count > 0 && (
        <ul aria-label="Questions whose answer changes" className="space-y-1.5 [overflow-wrap:anywhere]">
          {taken.map(({ question, from }) => (
            <li key={question}>
              “{question}” <span className="text-ink-soft">{`is answered by “${from}” now`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
