import { Check, CircleAlert } from 'lucide-react'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { type HelpHealth, type MeasuredPart, STALE_REASONS, type StaleReason } from '../contract.ts'
import { deductedPointsText, PART_WORDS } from './health-words.ts'

interface HealthPartsProps {
  parts: HelpHealth['parts']
  /** Shows the FAQs to review for a reason. */
  onReview: (reason: StaleReason) => void
}

/** The parts that move the number, those that take most first, each with the way to work it off. */
export function HealthParts({ parts, onReview }: HealthPartsProps) {
  return (
    <ul aria-label="What affects it" className="divide-y divide-line border-t border-line">
      {parts.map((measured) => (
        <Part key={measured.part} measured={measured} onReview={onReview} />
      ))}
    </ul>
  )
}

function Part({ measured, onReview }: { measured: MeasuredPart; onReview: HealthPartsProps['onReview'] }) {
  const { part, count, total, lost, weight } = measured
  const { title, counted, path } = PART_WORDS[part]
  const reason = STALE_REASONS.find((one) => one === part)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="flex min-w-0 flex-1 basis-52 items-start gap-2.5">
        {lost > 0 ? (
          <CircleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
        ) : (
          <Check size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
        )}
        <div className="min-w-0">
          <p className="text-md font-medium">{title}</p>
          <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
            {`${counted(count, total)} · ${deductedPointsText(measured)}`}
          </p>
          {lost > 0 && (
            <div aria-hidden="true" className="mt-2 h-1.5 w-44 overflow-hidden rounded-full bg-sunken">
              <div className="h-full rounded-full bg-warn" style={{ width: `${(100 * lost) / weight}%` }} />
            </div>
          )}
        </div>
      </div>
      {count > 0 && path && (
        <ButtonLink size="sm" to={path} aria-label={`See all: ${title}`}>
          See all
        </ButtonLink>
      )}
      {count > 0 && reason && (
        <Button size="sm" aria-label={`Review: ${title}`} onClick={() => onReview(reason)}>
          Review
        </Button>
      )}
    </li>
  )
}
