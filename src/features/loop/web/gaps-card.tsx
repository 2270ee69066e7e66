import { Link } from 'react-router'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { Group } from '../contract.ts'
import { GAPS, gapAddress, visitorsOf } from './gap-words.ts'

/** The gaps that most visitors run into. */
export default function GapsCard({ groups, total }: { groups: readonly Group[]; total: number }) {
  return (
    <Card
      title="Gaps"
      description="Visitors’ questions without an answer"
      actions={
        <ButtonLink to={GAPS} size="sm">
          {`See all ${total.toLocaleString('en')}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Gaps">
        {groups.map((group) => (
          <li key={group.id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={gapAddress(group.id)}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {group.question}
            </Link>
            <p className="text-sm text-ink-soft tabular-nums">{visitorsOf(group)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
