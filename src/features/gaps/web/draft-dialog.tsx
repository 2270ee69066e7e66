import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { EMPTY_FAQ, FaqDialog } from '../../faqs/web/index.ts'
import type { Draft, Gap } from '../contract.ts'

interface DraftDialogProps {
  gap: Gap
  onClose: () => void
  onSaved: () => unknown
}

const TITLE = 'Draft FAQ'
/** A draft that is there sooner needs no dialog that says it is being looked for, and flickers. */
const WAIT_MS = 400

/** The create dialog, filled in with what visitors asked and what the sources say. Nothing is saved before the click. */
export default function DraftDialog({ gap, onClose, onSaved }: DraftDialogProps) {
  const query = useQuery(
    api.gaps.draft.queryOptions({
      input: { id: gap.id },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    }),
  )
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), WAIT_MS)
    return () => window.clearTimeout(timer)
  }, [])
  if (!query.data)
    return (
      <Dialog
        open={late || query.isError}
        onOpenChange={onClose}
        title={TITLE}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            {query.isError && (
              <Button variant="primary" loading={query.isFetching} onClick={() => void query.refetch()}>
                Try again
              </Button>
            )}
          </>
        }
      >
        <p role="status" className="flex items-center gap-2 text-md">
          {query.isError ? (
            messageOf(query.error)
          ) : (
            <>
              <Spinner size={17} /> Searching your sources…
            </>
          )}
        </p>
      </Dialog>
    )
  const { question, alternative_questions, category, answer } = query.data
  return (
    <FaqDialog
      open
      onOpenChange={onClose}
      title={TITLE}
      description={<WhereFrom draft={query.data} />}
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, question, alternative_questions, category, answer, status: 'published' }}
      draftKey={`gap:${gap.id}`}
      save={({ display_order: _appended, ...faq }) => client.gaps.createFaq({ id: gap.id, faq })}
      onSaved={(saved) => {
        toast({
          message:
            saved.status === 'published'
              ? 'FAQ published. Asking every question again…'
              : 'FAQ saved as a draft. Publish it to verify it.',
        })
        void onSaved()
      }}
      failure={(error) => `Failed to create FAQ: ${messageOf(error)}`}
    />
  )
}

/** Sources of the proposed answer, and the number of sentences left out. */
function WhereFrom({ draft: { sources, answer, written_by, left_out, masked } }: { draft: Draft }) {
  const titles = sources.map(({ title }) => `“${title}”`).join(', ')
  return (
    <span className="block space-y-1">
      <span className="block">
        {answer === ''
          ? 'Nothing in your content answers this. Write the answer visitors should get.'
          : `${written_by === 'model' ? 'Written by the model' : 'Quoted'} from ${titles}. Check it before you publish.`}
      </span>
      {left_out > 0 && (
        <span className="block text-warn">
          {`${plural(left_out, 'sentence')} that no source supports ${left_out === 1 ? 'was' : 'were'} left out.`}
        </span>
      )}
      {masked && <span className="block">Personal data and swear words are removed or masked.</span>}
    </span>
  )
}
