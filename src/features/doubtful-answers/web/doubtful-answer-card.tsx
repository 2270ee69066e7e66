import { Ban, Check, FilePlus2, FileText, ListChecks, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../kernel/format.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { AnswerText } from '../../faqs/web/index.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import type { DoubtfulAnswer } from '../contract.ts'
import { outcomeOf, sourcePath, whyDoubtful } from './doubtful-words.ts'
import type { DoubtfulActions } from './use-doubtful-answers.ts'

interface DoubtfulAnswerCardProps {
  answer: DoubtfulAnswer
  mayWrite: boolean
  actions: DoubtfulActions
  onWriteFaq: () => void
  /** Called before the answer leaves the list. */
  onLeaving: () => void
}

/** A question with the answer that visitors doubted, why, and what can be done about it. */
export function DoubtfulAnswerCard({ answer, mayWrite, actions, onWriteFaq, onLeaving }: DoubtfulAnswerCardProps) {
  const { id, question, state, doubts, vote_reasons: reasons, rephrasing, settled_at: settledAt } = answer
  const isOpen = state === 'open'
  return (
    <Card
      title={<span className="[overflow-wrap:anywhere]">{question}</span>}
      description={<span className="tabular-nums">{whyDoubtful(doubts)}</span>}
    >
      <div className="flex flex-col gap-3.5">
        {(reasons.length > 0 || rephrasing !== null) && (
          <ul aria-label="What visitors wrote" className="space-y-1 text-md text-ink-soft [overflow-wrap:anywhere]">
            {reasons.map((reason) => (
              <li key={reason}>{`“${reason}”`}</li>
            ))}
            {rephrasing !== null && <li>{`Asked next: “${rephrasing}”`}</li>}
          </ul>
        )}
        <div className="rounded-lg bg-sunken px-3.5 py-3 text-base">
          <AnswerText text={answer.answer} />
        </div>
        {answer.sources.length > 0 && (
          <ul aria-label="Sources" className="divide-y divide-line rounded-lg border border-line">
            {answer.sources.map((source) => (
              <Source
                key={`${source.kind}:${source.id}`}
                source={source}
                onBlock={
                  mayWrite && isOpen && source.source_id !== undefined && !actions.busy
                    ? () => actions.block({ id, source_id: source.source_id ?? '' })
                    : undefined
                }
                mayWrite={mayWrite}
              />
            ))}
          </ul>
        )}
        {!isOpen && settledAt && (
          <p className="text-md [overflow-wrap:anywhere]">{`${outcomeOf(answer)}, ${formatDate(settledAt)}`}</p>
        )}
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            {isOpen && (
              <>
                <Button
                  size="sm"
                  data-settle
                  icon={<Check size={14} />}
                  disabled={actions.busy}
                  onClick={() => {
                    onLeaving()
                    actions.markRight(answer)
                  }}
                >
                  Mark as right
                </Button>
                {answer.faq ? (
                  <ButtonLink size="sm" icon={<FileText size={14} />} to={`/pages?faq=${answer.faq.id}`}>
                    Open FAQ
                  </ButtonLink>
                ) : (
                  <Button size="sm" icon={<FilePlus2 size={14} />} onClick={onWriteFaq}>
                    Write a FAQ
                  </Button>
                )}
              </>
            )}
            {state === 'right' && (
              <ButtonLink
                size="sm"
                icon={<ListChecks size={14} />}
                to={`/messages/answer-tests?question=${answer.question_id}`}
              >
                Add an answer test
              </ButtonLink>
            )}
            {!isOpen && (
              <Button
                size="sm"
                data-settle
                icon={<RotateCcw size={14} />}
                disabled={actions.busy}
                onClick={() => {
                  onLeaving()
                  actions.reopen(id)
                }}
              >
                Reopen
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

interface SourceProps {
  source: AnswerSource
  mayWrite: boolean
  onBlock: (() => void) | undefined
}

function Source({ source, mayWrite, onBlock }: SourceProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
      <p className="min-w-0 flex-1 basis-48 text-md font-medium [overflow-wrap:anywhere]">
        <Link to={sourcePath(source)} className="text-link underline-offset-2 hover:underline">
          {source.title}
        </Link>
      </p>
      <span className="flex flex-wrap gap-2">
        {mayWrite && source.kind === 'faq' && (
          <ButtonLink size="sm" to={sourcePath(source)} aria-label={`Edit FAQ “${source.title}”`}>
            Edit FAQ
          </ButtonLink>
        )}
        {onBlock && (
          <Button
            size="sm"
            icon={<Ban size={14} />}
            aria-label={`Block for this question: “${source.title}”`}
            onClick={onBlock}
          >
            Block for this question
          </Button>
        )}
      </span>
    </li>
  )
}
