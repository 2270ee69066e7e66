import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast } from '../../../web/ui/toast.tsx'
import { EMPTY_FAQ, FaqDialog } from '../../faqs/web/index.ts'
import type { SavedAs, SuggestedFaq } from '../contract.ts'
import { ORIGIN_LABELS } from './suggestion-words.ts'

interface EditSuggestionDialogProps {
  suggestion: SuggestedFaq
  status: SavedAs
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: () => unknown
}

/** The create dialog, filled in with what was found. */
export default function EditSuggestionDialog({
  suggestion,
  status,
  open,
  onOpenChange,
  onSaved,
}: EditSuggestionDialogProps) {
  const { id, question, answer, kind, source } = suggestion
  return (
    <FaqDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit suggestion"
      description={`${ORIGIN_LABELS[kind]} “${source.title}”. The page itself stays as it is.`}
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, question, answer, status }}
      draftKey={`suggestion:${id}`}
      save={({ display_order: _appended, ...faq }) => client.suggestions.acceptEdited({ id, faq })}
      onSaved={() => {
        toast({ message: 'FAQ created successfully' })
        void onSaved()
      }}
      failure={(error) => `Failed to create FAQ: ${messageOf(error)}`}
    />
  )
}
