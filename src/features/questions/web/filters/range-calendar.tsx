import { format } from 'date-fns'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { cx } from '../../../../web/ui/class-names.ts'
import { type DayRange, formatDay, startOfDay } from '../../domain/day-range.ts'

interface RangeCalendarProps {
  range: DayRange
  onRangeChange: (range: DayRange) => void
  months: 1 | 2
}

const arrow =
  'absolute top-0 z-1 grid size-9 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink aria-disabled:pointer-events-none aria-disabled:opacity-35'

const classNames = {
  root: 'relative w-fit',
  months: 'relative flex gap-7',
  month: 'relative',
  month_caption: 'grid h-9 place-items-center text-md font-semibold',
  button_previous: cx(arrow, 'left-0'),
  button_next: cx(arrow, 'right-0'),
  chevron: 'size-4 fill-current',
  month_grid: 'mt-1 border-separate border-spacing-x-0 border-spacing-y-0.5 tabular-nums',
  weekday: 'h-8 w-9 text-xs font-medium text-ink-faint',
  day: 'group/day size-9 p-0 text-center text-md',
  day_button:
    'grid size-9 place-items-center rounded-md hover:bg-hover focus-visible:relative focus-visible:z-1 disabled:pointer-events-none group-data-selected/day:hover:bg-transparent',
  today: '[&>button]:font-bold [&>button]:underline [&>button]:underline-offset-4',
  outside: 'invisible',
  hidden: 'invisible',
  disabled: 'text-ink-faint opacity-55',
  range_start: 'rounded-l-md bg-accent-soft [&>button]:bg-accent! [&>button]:font-semibold [&>button]:text-on-accent',
  range_end: 'rounded-r-md bg-accent-soft [&>button]:bg-accent! [&>button]:font-semibold [&>button]:text-on-accent',
  range_middle: 'bg-accent-soft',
}

/** The first press begins a range, the second ends it; a day pressed twice is a range of its own. */
export default function RangeCalendar({ range, onRangeChange, months }: RangeCalendarProps) {
  const [anchor, setAnchor] = useState<string | null>(null)
  const from = startOfDay(range.from) ?? startOfDay(range.to) ?? undefined
  const to = startOfDay(range.to) ?? from
  const today = new Date()
  const [month, setMonth] = useState(() => shownFirst(to ?? today, months))

  const press = (day: string) => {
    setAnchor(anchor === null ? day : null)
    const [first, last] = anchor !== null && anchor < day ? [anchor, day] : [day, anchor ?? day]
    onRangeChange({ from: first ?? day, to: last ?? day })
  }
  return (
    <DayPicker
      mode="range"
      navLayout="around"
      numberOfMonths={months}
      month={month}
      onMonthChange={setMonth}
      endMonth={today}
      disabled={{ after: today }}
      selected={from && { from, to }}
      onSelect={(_proposed, day) => press(formatDay(day))}
      classNames={classNames}
      labels={{ labelDayButton: nameOfDay }}
      aria-label="Range of days"
    />
  )
}

/** The newest of the months shown is the one of `last`. */
const shownFirst = (last: Date, months: number) => new Date(last.getFullYear(), last.getMonth() - (months - 1), 1)

/** Holds the visible number as a word of its own, so that speech control finds the day by it. */
const nameOfDay = (date: Date, { today, selected }: Modifiers) =>
  `${today ? 'Today, ' : ''}${format(date, 'EEEE, MMMM d, yyyy')}${selected ? ', selected' : ''}`
