import { Check, CircleAlert, ListChecks, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../kernel/format.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Gap, VerificationState } from '../contract.ts'
import { answeredLabel, VERIFICATION_TEXTS } from './gap-words.ts'
import { LINK, SourceLink } from './source-link.tsx'
import type { GapActions } from './use-gap-actions.ts'

interface VerificationCardProps {
  gap: Gap
  mayWrite: boolean
  actions: GapActions
}

const ICONS: Record<VerificationState, React.ReactNode> = {
  none: null,
  waiting: <Spinner size={17} />,
  passed: <Check size={17} aria-hidden="true" className="text-good" />,
  failed: <CircleAlert size={17} aria-hidden="true" className="text-warn" />,
}

const OTHERS_BELOW = 'The others are listed first below, with the reason.'

function AskAgain({ gap: { id, verification }, actions }: Pick<VerificationCardProps, 'gap' | 'actions'>) {
  return (
    <Button
      size="sm"
      icon={<RefreshCw size={14} />}
      disabled={verification.state === 'waiting'}
      onClick={() => actions.verify(id)}
    >
      Ask again
    </Button>
  )
}

/** The FAQ made of a gap, or another source, and whether it answers every question in it. */
export function VerificationCard({ gap, mayWrite, actions }: VerificationCardProps) {
  const { faq, verification, state, answered_by: source } = gap
  if (source && faq?.status !== 'published')
    return (
      <Card title="Answered by your content" actions={mayWrite && <AskAgain gap={gap} actions={actions} />}>
        <p role="status" className="flex flex-wrap items-center gap-x-1.5 text-md [overflow-wrap:anywhere]">
          {ICONS[verification.state]}
          {verification.at && `Answered since ${formatDate(verification.at)} by`}
          <SourceLink source={source} />
          <span className="tabular-nums">{`(${answeredLabel(verification)})`}</span>
        </p>
        {state === 'open' && verification.failed > 0 && <p className="mt-1 text-sm text-ink-soft">{OTHERS_BELOW}</p>}
      </Card>
    )
  if (!faq) return null
  const published = faq.status === 'published'
  return (
    <Card title="Verification" actions={mayWrite && published && <AskAgain gap={gap} actions={actions} />}>
      <p className="flex flex-wrap items-center gap-2 text-md">
        <Link to={`/pages?q=${encodeURIComponent(faq.question.slice(0, 200))}`} className={LINK}>
          {faq.question}
        </Link>
        <StatusBadge status={faq.status} />
      </p>
      <p role="status" className="mt-2 flex items-center gap-2 text-md">
        {published && ICONS[verification.state]}
        {published
          ? VERIFICATION_TEXTS[verification.state]
          : 'Once it is published, every question is asked again as a visitor would ask it.'}
      </p>
      {published && mayWrite && verification.state === 'passed' && (
        <p className="mt-2">
          <ButtonLink size="sm" icon={<ListChecks size={14} />} to={`/messages/answer-tests?gap=${gap.id}`}>
            Add an answer test
          </ButtonLink>
        </p>
      )}
      {published && (verification.state === 'passed' || verification.state === 'failed') && (
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {`${answeredLabel(verification)} answered by it`}
          {state === 'open' && verification.failed > 0 && `. ${OTHERS_BELOW}`}
        </p>
      )}
    </Card>
  )
}
