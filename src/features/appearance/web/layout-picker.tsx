import { useId } from 'react'
import { Choice } from '../../../web/ui/choice.tsx'
import type { LookEditing } from './use-look-editing.ts'

const OPTIONS = [
  { value: 'list', label: 'List' },
  { value: 'collections', label: 'Collections' },
] as const

const HINTS = {
  list: 'All FAQs on one page, filtered by category.',
  collections: 'A card for each category, popular questions, and a page for each category.',
}

/** Choice between the layouts of the public page. The widget is always a list. */
export function LayoutPicker({ editing }: { editing: LookEditing }) {
  const hintId = useId()
  const layout = editing.values.page_layout ?? 'list'
  return (
    <div>
      <Choice
        label="Layout of the public page"
        describedBy={hintId}
        options={OPTIONS}
        value={layout}
        onValueChange={(page_layout) => editing.change({ page_layout })}
      />
      <p id={hintId} className="mt-1.5 text-sm text-ink-faint">
        {HINTS[layout]}
      </p>
    </div>
  )
}
