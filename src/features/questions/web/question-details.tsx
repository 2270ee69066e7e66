import { format } from 'date-fns'
import { ExternalLink, FilePlus2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { AnswerText } from '../../faqs/web/index.ts'
import type { AnswerSource, Question } from '../contract.ts'
import { confidencePercent } from '../domain/confidence-percent.ts'

interface QuestionDetailsProps {
  question: Question
  open: boolean
  onOpenChange: (open: boolean) => void
  onMove?: (question: Question) => void
}

/** Everything known of one question. */
export function QuestionDetails({ question, open, onOpenChange, onMove }: QuestionDetailsProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Message Details"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Close</Button>
          {onMove && (
            <Button variant="primary" icon={<FilePlus2 size={16} />} onClick={() => onMove(question)}>
              Move to FAQ
            </Button>
          )}
        </>
      }
    >
      <dl className="grid gap-4.5 sm:grid-cols-2">
        <Entry wide term="Question">
          <p className="font-medium whitespace-pre-line [overflow-wrap:anywhere]">{question.question}</p>
        </Entry>
        <Entry wide term="Answer">
          <AnswerText text={question.answer} />
        </Entry>
        <Entry term="Created">
          <time dateTime={question.created_at}>{format(new Date(question.created_at), 'EEE, MMM d, yyyy, p')}</time>
        </Entry>
        <Entry term="Outcome">
          <StatusBadge status={question.outcome} />
        </Entry>
        {question.confidence !== null && (
          <Entry term="Confidence">
            <span className="tabular-nums">{confidencePercent(question.confidence)}%</span>
          </Entry>
        )}
        {question.vote && <Entry term="Visitor’s vote">{question.vote === 'up' ? 'Helpful' : 'Not helpful'}</Entry>}
        {question.page_url && (
          <Entry term="Page">
            <Address url={question.page_url}>{question.page_url}</Address>
          </Entry>
        )}
        <Entry wide term="Sources">
          {question.sources.length === 0 ? (
            <span className="text-ink-soft">None</span>
          ) : (
            <ul className="space-y-2">
              {question.sources.map((source) => (
                <Source key={`${source.kind}:${source.id}`} source={source} />
              ))}
            </ul>
          )}
        </Entry>
      </dl>
    </Dialog>
  )
}

function Entry({ term, wide = false, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={cx('min-w-0', wide && 'sm:col-span-2')}>
      <dt className="text-sm text-ink-faint">{term}</dt>
      <dd className="mt-1 text-base">{children}</dd>
    </div>
  )
}

function Source({ source }: { source: AnswerSource }) {
  return (
    <li className="rounded-lg border border-line px-3.5 py-2.5 text-md">
      <p className="font-medium [overflow-wrap:anywhere]">
        {source.url ? <Address url={source.url}>{source.title}</Address> : source.title}
      </p>
      {source.excerpt && <p className="mt-0.5 line-clamp-3 text-ink-soft [overflow-wrap:anywhere]">{source.excerpt}</p>}
    </li>
  )
}

/** A link only where the address is a web address: it may come from a page we know nothing of. */
function Address({ url, children }: { url: string; children: string }) {
  const leadsOut = /^https?:\/\//iu.test(url)
  const leadsWithin = /^\/(?![/\\])/u.test(url)
  if (!leadsOut && !leadsWithin) return <span className="[overflow-wrap:anywhere]">{children}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-link underline decoration-link/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-link"
    >
      {children}
      <ExternalLink size={13} aria-hidden="true" className="ml-1 inline align-[-1px]" />
    </a>
  )
}
