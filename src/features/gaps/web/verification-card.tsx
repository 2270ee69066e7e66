import { Check, CircleAlert, RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { plural } from '../../../kernel/text.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Gap, VerificationState } from '../contract.ts'
import { VERIFICATION_TEXTS } from './gap-words.ts'
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

/** The FAQ made of a gap, and whether it answers every question in it. */
export function VerificationCard({ gap: { id, faq, verification, state }, mayWrite, actions }: VerificationCardProps) {
  if (!faq) return null
  const published = faq.status === 'published'
  return (
    <Card
      title="Verification"
      actions={
        mayWrite &&
        published && (
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
    >
      <p className="flex flex-wrap items-center gap-2 text-md">
        <Link
          to={`/pages?q=${encodeURIComponent(faq.question.slice(0, 200))}`}
          className="font-medium text-link underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        >
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
      {published && (verification.state === 'passed' || verification.state === 'failed') && (
        <p className="mt-1 text-sm text-ink-soft tabular-nums">
          {`${verification.asked - verification.failed} of ${plural(verification.asked, 'phrasing')} answered by it`}
          {state === 'open' &&
            verification.failed > 0 &&
            '. The others are listed first below, with what stood in the way.'}
        </p>
      )}
    </Card>
  )
}
