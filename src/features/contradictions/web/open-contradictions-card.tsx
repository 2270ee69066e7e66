import { OverviewCard } from '../../../web/list/overview-card.tsx'
import type { Contradiction } from '../contract.ts'
import { CONTRADICTIONS_PATH, DIFFERENCE_LABELS } from './contradiction-words.ts'

interface OpenContradictionsCardProps {
  contradictions: readonly Contradiction[]
  total: number
}

/** The newest contradictions, with what they are between. */
export default function OpenContradictionsCard({ contradictions, total }: OpenContradictionsCardProps) {
  return (
    <OverviewCard
      title="Contradictions"
      description="Texts that answer one question differently"
      to={CONTRADICTIONS_PATH}
      total={total}
      items={contradictions}
      row={({ kind, texts }) => ({
        to: CONTRADICTIONS_PATH,
        text: `“${texts[0].title}” and “${texts[1].title}”`,
        note: <p className="text-sm text-ink-soft">{DIFFERENCE_LABELS[kind]}</p>,
      })}
    />
  )
}
