import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'
import type { QuestionFilters } from './use-question-filters.ts'

const loadPopup = () => import('./further-filters-popup.tsx')
const FurtherFiltersPopup = lazy(loadPopup)

/** Filters by outcome, assignee, page, source and language; the button says how many are set. */
export function FurtherFilters({ filters }: { filters: QuestionFilters }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const popupWanted = useOnceTrue(open)
  const set = Object.keys(filters.further).length
  return (
    <>
      <Button
        ref={button}
        icon={<ListFilter size={16} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => setOpen(!open)}
        className={set === 0 ? 'text-ink-soft' : undefined}
      >
        {set === 0 ? 'Filters' : `Filters (${set})`}
      </Button>
      <Suspense>
        {popupWanted && <FurtherFiltersPopup open={open} onOpenChange={setOpen} anchor={button} filters={filters} />}
      </Suspense>
    </>
  )
}
