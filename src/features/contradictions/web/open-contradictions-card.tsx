import { Link } from 'react-router'
import { formatNumber } from '../../../kernel/format.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import type { Contradiction } from '../contract.ts'
import { CONTRADICTIONS_PATH, DIFFERENCE_LABELS } from './contradiction-words.ts'

/** The newest contradictions, with what they are between. */
export default function OpenContradictionsCard({
  contradictions,
  total,
}: {
  contradictions: readonly Contradiction[]
  total: number
}) {
  return (
    <Card
      title="Contradictions"
      description="Texts that answer one question differently"
      actions={
        <ButtonLink to={CONTRADICTIONS_PATH} size="sm">
          {`See all ${formatNumber(total)}`}
        </ButtonLink>
      }
    >
      <ol aria-label="Contradictions">
        {contradictions.map(({ id, kind, texts }) => (
          <li key={id} className="border-line py-2.5 not-last:border-b">
            <Link
              to={CONTRADICTIONS_PATH}
              className="line-clamp-2 rounded-xs text-md font-medium [overflow-wrap:anywhere] hover:underline"
            >
              {`“${texts[0].title}” and “${texts[1].title}”`}
            </Link>
            <p className="text-sm text-ink-soft">{DIFFERENCE_LABELS[kind]}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
