import { Link } from 'react-router'
import { formatNumber } from '../../../kernel/format.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { Gap } from '../contract.ts'
import { GAPS_PATH, gapAddress, visitorCountText } from './gap-words.ts'

/** The gaps that most visitors run into. */
export default function GapsCard({ gaps, total }: { gaps: readonly Gap[]; total: number }) {
  return (
    <Card
      title="Gaps"
      description="Visitors’ questions without an answer"
      actions={
        <ButtonLink to={GAPS_PATH} size="sm">
          {`See all ${formatNumber(total)}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Gaps">
        {gaps.map((gap) => (
          <li key={gap.id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={gapAddress(gap.id)}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {gap.question}
            </Link>
            <p className="text-sm text-ink-soft tabular-nums">{visitorCountText(gap)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
