import type { MouseEvent } from 'react'
import type { HelpTexts } from '../../contract.ts'

interface CategoryChipsProps {
  categories: string[]
  /** Null for all. */
  chosen: string | null
  texts: HelpTexts
  /** The language of the categories, where it is not the page's. */
  lang: string
  onChoose(event: MouseEvent, category: string | null): void
}

/** Filters by category; each chip is a button of the search form, so it works without the script. */
export function CategoryChips({ categories, chosen, texts, lang, onChoose }: CategoryChipsProps) {
  const chip = (label: string, category: string | null) => (
    <button
      key={label}
      lang={category === null ? undefined : lang || undefined}
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
    <fieldset className="mt-6 flex flex-wrap gap-2">
      <legend className="sr-only">{texts.categories}</legend>
      {chip(texts.all, null)}
      {categories.map((category) => chip(category, category))}
    </fieldset>
  )
}
