import { formatDistanceToNow } from 'date-fns'
import { ChevronRight } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Badge } from '../../../web/ui/badge.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { Cell, Row } from '../../../web/ui/table.tsx'
import type { Faq } from '../contract.ts'
import { AnswerText } from './answer-text.tsx'
import { FaqRowActions, type FaqRowHandlers } from './faq-row-actions.tsx'

interface FaqRowProps {
  faq: Faq
  wide: boolean
  open: boolean
  /** A link leads here: comes into view and takes the focus. */
  linked: boolean
  mayDelete: boolean
  onToggle: (id: string) => void
  handlers: FaqRowHandlers
}

/** The id of the button that opens a row, so that the focus can be moved to it. */
export const toggleId = (faqId: string) => `faq-${faqId}`

/** One FAQ; below it its answer, when it is open. */
export const FaqRow = memo(function FaqRow({ faq, wide, open, linked, mayDelete, onToggle, handlers }: FaqRowProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!linked) return
    toggle.current?.scrollIntoView({ block: 'center' })
    toggle.current?.focus({ preventScroll: true })
  }, [linked])

  return (
    <>
      <Row className={cx(linked && 'bg-accent-soft')}>
        <Cell className={cx('py-0!', open && 'border-b-transparent!')}>
          <button
            ref={toggle}
            type="button"
            id={toggleId(faq.id)}
            aria-expanded={open}
            aria-controls={open ? `${toggleId(faq.id)}-answer` : undefined}
            onClick={() => onToggle(faq.id)}
            className="-ml-2 flex min-h-11 w-[calc(100%+0.5rem)] items-center gap-2 rounded-sm py-2 pl-1 text-left"
          >
            <ChevronRight
              size={15}
              aria-hidden="true"
              className={cx('shrink-0 text-ink-faint transition-transform', open && 'rotate-90')}
            />
            <span
              className={cx(
                'min-w-0 font-medium [overflow-wrap:anywhere]',
                !open && 'line-clamp-2',
                faq.status === 'archived' && 'text-ink-soft',
              )}
            >
              {faq.question}
            </span>
          </button>
          {!wide && (
            <div className="-mt-1 mb-2.5 flex flex-wrap gap-1.5 pl-4.5">
              <StatusBadge status={faq.status} />
              <Badge>{faq.category}</Badge>
            </div>
          )}
        </Cell>
        {wide && (
          <>
            <Cell className={cx('max-w-44', open && 'border-b-transparent!')}>
              <Badge>{faq.category}</Badge>
            </Cell>
            <Cell className={cx(open && 'border-b-transparent!')}>
              <StatusBadge status={faq.status} />
            </Cell>
          </>
        )}
        <Cell className={cx('w-px pr-2!', open && 'border-b-transparent!')}>
          <FaqRowActions faq={faq} handlers={handlers} mayDelete={mayDelete} />
        </Cell>
      </Row>
      {open && (
        <tr id={`${toggleId(faq.id)}-answer`} className={cx(linked && 'bg-accent-soft')}>
          <td colSpan={wide ? 4 : 2} className="border-b border-line px-4 pt-1 pb-5 pl-8.75">
            <div className="max-w-180">
              <AnswerText text={faq.answer} />
              <Alternatives questions={faq.alternative_questions} />
              <p className="mt-4 text-sm text-ink-faint">
                Updated {formatDistanceToNow(new Date(faq.updated_at), { addSuffix: true })}
              </p>
            </div>
          </td>
        </tr>
      )}
    </>
  )
})

function Alternatives({ questions }: { questions: string[] }) {
  if (questions.length === 0) return null
  return (
    <div className="mt-4 border-l-2 border-line-strong pl-3.5 text-md text-ink-soft">
      <p className="text-sm text-ink-faint">Also asked as</p>
      <ul className="mt-0.5">
        {[...new Set(questions)].map((question) => (
          <li key={question} className="[overflow-wrap:anywhere]">
            {question}
          </li>
        ))}
      </ul>
    </div>
  )
}
