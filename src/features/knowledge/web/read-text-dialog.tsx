import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { Source } from '../contract.ts'
import { takeMarks } from '../domain/place-marks.ts'

interface ReadTextDialogProps {
  source: Pick<Source, 'id' | 'title' | 'chunk_count'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The extracted text of a source as it is searched, to explain an answer. */
export default function ReadTextDialog({ source, open, onOpenChange }: ReadTextDialogProps) {
  const read = useQuery(api.knowledge.readSource.queryOptions({ input: { id: source.id }, enabled: open }))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={source.title}
      description={`Extracted text: ${plural(source.chunk_count, 'passage')}.`}
    >
      {read.isError ? (
        <QueryError title="The text could not be loaded" query={read} />
      ) : !read.data ? (
        <SkeletonRows rows={5} />
      ) : (
        <ReadText
          text={read.data.text ?? ''}
          unit={read.data.source.title.toLowerCase().endsWith('.pptx') ? 'Slide' : 'Page'}
        />
      )}
    </Dialog>
  )
}

function ReadText({ text, unit }: { text: string; unit: string }) {
  const { text: plain, marks } = takeMarks(text)
  const parts = marks.map(({ at, number }, index) => ({ number, text: plain.slice(at, marks[index + 1]?.at).trim() }))
  if (parts.length === 0) return <Passage text={plain.trim()} />
  return (
    <div className="space-y-5">
      {parts.map((part) => (
        <section key={part.number} aria-label={`${unit} ${part.number}`}>
          <h3 className="mb-1.5 text-xs font-medium text-ink-faint">{`${unit} ${part.number}`}</h3>
          <Passage text={part.text} />
        </section>
      ))}
    </div>
  )
}

const Passage = ({ text }: { text: string }) => (
  <p className="text-md leading-relaxed break-words whitespace-pre-wrap text-ink-soft">{text}</p>
)
