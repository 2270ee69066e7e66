import { CalendarDays, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { cx } from '../../../../web/ui/class-names.ts'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'
import { type DayRange, describeRange } from '../../domain/day-range.ts'

const loadPopup = () => import('./date-range-popup.tsx')
const DateRangePopup = lazy(loadPopup)

const NO_RANGE: DayRange = { from: null, to: null }

interface DateRangeFilterProps {
  range: DayRange
  onRangeChange: (range: DayRange) => void
  /** Label of the button without a selected range. */
  placeholder?: string
}

/** Narrows to whole days, both included, in the reader's time zone. */
export function DateRangeFilter({ range, onRangeChange, placeholder = 'Filter by date' }: DateRangeFilterProps) {
  const [open, setOpen] = useState(false)
  const popupWanted = useOnceTrue(open)
  const button = useRef<HTMLButtonElement>(null)
  const label = describeRange(range)
  const clear = () => {
    onRangeChange(NO_RANGE)
    setOpen(false)
  }
  return (
    <div className="flex items-center gap-1">
      <Button
        ref={button}
        icon={<CalendarDays size={16} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => setOpen(!open)}
        className={cx(!label && 'text-ink-soft', 'aria-expanded:bg-sunken')}
      >
        {label ?? placeholder}
      </Button>
      <Suspense>
        {popupWanted && (
          <DateRangePopup
            open={open}
            onOpenChange={setOpen}
            anchor={button}
            range={range}
            onRangeChange={onRangeChange}
            onClear={label ? clear : undefined}
          />
        )}
      </Suspense>
      {label && !open && <IconButton label="Clear filter" size="md" icon={<X size={16} />} onClick={clear} />}
    </div>
  )
}
