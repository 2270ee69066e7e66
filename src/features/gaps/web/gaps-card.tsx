import { OverviewCard } from '../../../web/list/overview-card.tsx'
import type { Gap } from '../contract.ts'
import { GAPS_PATH, gapAddress, visitorCountText } from './gap-words.ts'

/** The gaps that most visitors run into. */
export default function GapsCard({ gaps, total }: { gaps: readonly Gap[]; total: number }) {
  return (
    <OverviewCard
      title="Gaps"
      description="Visitors’ questions without an answer"
      to={GAPS_PATH}
      total={total}
      items={gaps}
      row={(gap) => ({
        to: gapAddress(gap.id),
        text: gap.question,
        note: <p className="text-sm text-ink-soft tabular-nums">{visitorCountText(gap)}</p>,
      })}
    />
  )
}
