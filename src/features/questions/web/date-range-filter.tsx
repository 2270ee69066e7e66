import { Popover } from '@base-ui/react/popover'
import { CalendarDays, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { popupClasses } from '../../../web/ui/popup-classes.ts'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { useWide } from '../../faqs/web/index.ts'
import { type DayRange, dayOf, describeRange } from '../domain/day-range.ts'

const RangeCalendar = lazy(() => import('./range-calendar.tsx'))

const PRESETS = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
]
const NO_RANGE: DayRange = { from: null, to: null }

interface DateRangeFilterProps {
  range: DayRange
  onRangeChange: (range: DayRange) => void
}

/** Narrows the list to whole days, both included, in the reader's time zone. */
export function DateRangeFilter({ range, onRangeChange }: DateRangeFilterProps) {
  const [open, setOpen] = useState(false)
  const wide = useWide()
  const label = describeRange(range)
  const clear = () => {
    onRangeChange(NO_RANGE)
    setOpen(false)
  }
  return (
    <div className="flex items-center gap-1">
      <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
        <Popover.Trigger
          render={
            <Button icon={<CalendarDays size={16} />} className={cx(!label && 'text-ink-soft')}>
              {label ?? 'Filter by date'}
            </Button>
          }
        />
        <Popover.Portal>
          <Popover.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50">
            <Popover.Popup
              aria-label="Filter by date"
              className={cx(popupClasses, 'max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto p-3')}
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
                      onRangeChange(lastDays(preset.days))
                      setOpen(false)
                    }}
                  >
                    {preset.label}
                  </Button>
                ))}
                <Button size="sm" className="ml-auto" disabled={!label} onClick={clear}>
                  Clear filter
                </Button>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {label && !open && <IconButton label="Clear filter" size="md" icon={<X size={16} />} onClick={clear} />}
    </div>
  )
}

function lastDays(count: number): DayRange {
  const today = new Date()
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1))
  return { from: dayOf(first), to: dayOf(today) }
}
