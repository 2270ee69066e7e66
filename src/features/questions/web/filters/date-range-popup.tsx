import { lazy, type RefObject, Suspense } from 'react'
import { AnchoredPopover } from '../../../../web/ui/anchored-popover.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import { useWide } from '../../../faqs/web/index.ts'
import { type DayRange, rangeOfLastDays } from '../../domain/day-range.ts'

const RangeCalendar = lazy(() => import('./range-calendar.tsx'))

const PRESETS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
]

interface DateRangePopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button it belongs to. */
  anchor: RefObject<HTMLButtonElement | null>
  range: DayRange
  onRangeChange: (range: DayRange) => void
  /** Undefined while there is no range to clear. */
  onClear: (() => void) | undefined
}

/** A calendar and the usual ranges. */
export default function DateRangePopup({
  open,
  onOpenChange,
  anchor,
  range,
  onRangeChange,
  onClear,
}: DateRangePopupProps) {
  const wide = useWide()
  return (
    <AnchoredPopover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      label="Filter by date"
      className="max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto p-3"
    >
      <div className="grid content-start justify-items-center p-1 sm:min-h-75 sm:min-w-135">
        <Suspense fallback={<Spinner size={20} label="Loading..." />}>
          <RangeCalendar range={range} onRangeChange={onRangeChange} months={wide ? 2 : 1} />
        </Suspense>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-1 border-t border-line pt-2.5">
        {PRESETS.map((preset) => (
          <Button
            key={preset.label}
            size="sm"
            variant="ghost"
            onClick={() => {
              onRangeChange(rangeOfLastDays(preset.days, new Date()))
              onOpenChange(false)
            }}
          >
            {preset.label}
          </Button>
        ))}
        <Button size="sm" className="ml-auto" disabled={!onClear} onClick={onClear}>
          Clear filter
        </Button>
      </div>
    </AnchoredPopover>
  )
}
