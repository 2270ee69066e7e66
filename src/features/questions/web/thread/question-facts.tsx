import { format } from 'date-fns'
import { ExternalLink, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { StatusBadge } from '../../../../web/ui/status-badge.tsx'
import { AnswerText } from '../../../faqs/web/index.ts'
import type { AnswerSource, QuestionDetails } from '../../contract.ts'
import { confidencePercent } from '../../domain/confidence-percent.ts'
import { Reasons } from './reasons.tsx'

/** The question, as the visitor wrote it. */
export function QuestionText({ details }: { details: QuestionDetails }) {
  return (
    <dl>
      <Entry wide term="Question">
        <p className="text-lg font-medium whitespace-pre-line [overflow-wrap:anywhere]">{details.question}</p>
      </Entry>
    </dl>
  )
}

interface AnswerGivenProps {
  details: QuestionDetails
  /** Writes a FAQ that answers the question instead; undefined for users who may only read. */
  onCorrect: (() => void) | undefined
}

/** The answer that the visitor got, with the way to correct it. */
export function AnswerGiven({ details, onCorrect }: AnswerGivenProps) {
  const faq = details.sources.find(({ kind }) => kind === 'faq')
  const [first] = details.sources
  const { search } = useLocation()
  return (
    <dl>
      <Entry wide term="Answer">
        <AnswerText text={details.answer} />
        {details.outcome === 'answered' && !faq && first && (
          <p className="mt-2 text-md text-ink-soft">
            From <InnerLink to={placeOf(first)}>{first.title}</InnerLink>
          </p>
        )}
        {onCorrect && faq && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
            {details.outcome !== 'answered' && <span className="w-full">{faq.title}</span>}
            <ButtonLink
              size="sm"
              icon={<Pencil size={14} />}
              to={`/pages?${new URLSearchParams({ edit: faq.id, inbox: search })}`}
            >
              Edit this FAQ
            </ButtonLink>
            The visitor got the answer above. Changes apply to new questions.
          </p>
        )}
        {onCorrect && !faq && !details.faq && details.outcome === 'answered' && (
          <p className="mt-3">
            <Button size="sm" icon={<Pencil size={14} />} onClick={onCorrect}>
              Correct with a FAQ
            </Button>
          </p>
        )}
      </Entry>
    </dl>
  )
}

/** Everything else that is known of a question. */
export function QuestionFacts({ details }: { details: QuestionDetails }) {
  return (
    <dl className="grid grid-cols-1 gap-4.5 @sm/context:grid-cols-2">
      <Entry term="Created">
        <Moment at={details.created_at} />
      </Entry>
      <Entry term="Outcome">
        <StatusBadge status={details.outcome} />
      </Entry>
      {details.confidence !== null && (
        <Entry term="Confidence">
          <span className="tabular-nums">{confidencePercent(details.confidence)}%</span>
        </Entry>
      )}
      {details.reasons && (
        <Entry wide term="Why">
          <Reasons reasons={details.reasons} outcome={details.outcome} />
        </Entry>
      )}
      {details.vote && (
        <Entry term="Visitor’s vote" wide={details.vote_reason !== null}>
          {details.vote === 'up' ? 'Helpful' : 'Not helpful'}
          {details.vote_reason && <Quote>{details.vote_reason}</Quote>}
        </Entry>
      )}
      {details.visitor_email && (
        <Entry wide term="Visitor’s email">
          <span className="[overflow-wrap:anywhere]">{details.visitor_email}</span>
        </Entry>
      )}
      {details.handoff_requested_at && (
        <Entry term="Asked for a person" wide={details.visitor_note !== null}>
          <Moment at={details.handoff_requested_at} />
          {details.visitor_note && <Quote>{details.visitor_note}</Quote>}
        </Entry>
      )}
      {details.done_at && (
        <Entry term="Done">
          <Moment at={details.done_at} />
          {details.done_by && <span className="text-ink-soft">{`, by ${details.done_by}`}</span>}
        </Entry>
      )}
      {details.page_url && (
        <Entry wide term="Page">
          <Address url={details.page_url}>{details.page_url}</Address>
        </Entry>
      )}
      {details.faq && (
        <Entry wide term="In your FAQs">
          <span className="flex flex-wrap items-center gap-2">
            <InnerLink to={`/pages?faq=${details.faq.id}`}>{details.faq.question}</InnerLink>
            <StatusBadge status={details.faq.status} />
          </span>
        </Entry>
      )}
      <Entry wide term="Sources">
        {details.sources.length === 0 ? (
          <span className="text-ink-soft">None</span>
        ) : (
          <ul className="space-y-2">
            {details.sources.map((source) => (
              <Source key={`${source.kind}:${source.id}`} source={source} />
            ))}
          </ul>
        )}
      </Entry>
    </dl>
  )
}

interface EntryProps {
  term: string
  /** Takes both columns where there are two. */
  wide?: boolean
  children: ReactNode
}

function Entry({ term, wide = false, children }: EntryProps) {
  return (
    <div className={cx('min-w-0', wide && '@sm/context:col-span-2')}>
      <dt className="text-sm text-ink-faint">{term}</dt>
      <dd className="mt-1 text-base">{children}</dd>
    </div>
  )
}

export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{format(new Date(at), 'EEE, MMM d, yyyy, p')}</time>
)

const Quote = ({ children }: { children: string }) => (
  <p className="mt-1 border-l-2 border-line-strong pl-3 text-md whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">
    {children}
  </p>
)

/**
 * Path of the page that manages a source: a FAQ in the list, a passage in the content of its source. A passage is
 * titled “name of the source · heading”; the content is found by the name.
 */
const placeOf = ({ kind, id, title }: AnswerSource) =>
  kind === 'faq'
    ? `/pages?faq=${id}`
    : `/knowledge?${new URLSearchParams({ tab: 'content', q: (title.split(' · ', 1)[0] ?? title).slice(0, 200) })}`

function Source({ source }: { source: AnswerSource }) {
  return (
    <li className="rounded-lg border border-line px-3.5 py-2.5 text-md">
      <p className="font-medium [overflow-wrap:anywhere]">
        <InnerLink to={placeOf(source)}>{source.title}</InnerLink>
      </p>
      {source.vote && (
        <p className="mt-0.5">Visitor: {source.vote === 'up' ? 'this answers it' : 'this does not answer it'}</p>
      )}
      {source.excerpt && <p className="mt-0.5 line-clamp-3 text-ink-soft [overflow-wrap:anywhere]">{source.excerpt}</p>}
      {source.url && (
        <p className="mt-1 text-sm">
          <Address url={source.url}>As visitors see it</Address>
        </p>
      )}
    </li>
  )
}

const linkClasses =
  'text-link underline decoration-link/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-link'

const InnerLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={linkClasses}>
    {children}
  </Link>
)

/** A link only where the address is a web address: it may come from a page we know nothing of. */
function Address({ url, children }: { url: string; children: string }) {
  const leadsOut = /^https?:\/\//iu.test(url)
  const leadsWithin = /^\/(?![/\\])/u.test(url)
  if (!leadsOut && !leadsWithin) return <span className="[overflow-wrap:anywhere]">{children}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={linkClasses}>
      {children}
      <ExternalLink size={13} aria-hidden="true" className="ml-1 inline align-[-1px]" />
    </a>
  )
}
