import type { MouseEvent } from 'react'

interface CategoryChipsProps {
  categories: string[]
  /** Null for all. */
  chosen: string | null
  onChoose(event: MouseEvent, category: string | null): void
}

/** Filters by category; each chip is a button of the search form, so it works without the script. */
export function CategoryChips({ categories, chosen, onChoose }: CategoryChipsProps) {
  const chip = (label: string, category: string | null) => (
    <button
      key={label}
      type="submit"
      name="category"
      value={category ?? ''}
      className="chip"
      aria-pressed={chosen === category}
      onClick={(event) => onChoose(event, category)}
    >
      {label}
    </button>
  )
  return (
    <fieldset className="mt-6 flex flex-wrap justify-center gap-2">
      <legend className="sr-only">Categories</legend>
      {chip('All', null)}
      {categories.map((category) => chip(category, category))}
    </fieldset>
  )
}
