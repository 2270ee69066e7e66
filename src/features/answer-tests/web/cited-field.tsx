import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileQuestion, Search, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { OptionList } from '../../../web/ui/option-list.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { useSearchText } from '../../faqs/web/index.ts'
import type { Cited } from '../contract.ts'

const ICONS = { faq: <FileQuestion size={16} aria-hidden="true" />, source: <BookOpen size={16} aria-hidden="true" /> }

/** Chooses the FAQ or the source that an answer must rest on. */
export function CitedField({ cited, onChange }: { cited: Cited | null; onChange: (cited: Cited | null) => void }) {
  const [choosing, setChoosing] = useState(false)
  const field = useRef<HTMLFieldSetElement>(null)
  /** The pressed button is replaced here, so its replacement takes the focus. */
  const moved = useRef(false)
  const settle = (change: () => void) => {
    moved.current = true
    setChoosing(false)
    change()
  }
  useLayoutEffect(() => {
    if (!moved.current) return
    moved.current = false
    field.current?.querySelector('button')?.focus()
  })
  return (
    <fieldset ref={field}>
      <legend className="mb-1.5 text-sm font-medium text-ink">The answer must use</legend>
      {cited ? (
        <div className="flex items-center gap-2.5 rounded-lg border border-line-strong py-1.5 pr-1.5 pl-3 text-md">
          <span className="text-ink-faint">{ICONS[cited.kind]}</span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{cited.title}</span>
          <IconButton label="Remove" icon={<X size={16} />} onClick={() => settle(() => onChange(null))} />
        </div>
      ) : choosing ? (
        <Choice onChoose={(chosen) => settle(() => onChange(chosen))} onEscape={() => settle(() => {})} />
      ) : (
        <Button icon={<Search size={15} />} onClick={() => setChoosing(true)}>
          Choose a FAQ or source…
        </Button>
      )}
    </fieldset>
  )
}

function Choice({ onChoose, onEscape }: { onChoose: (cited: Cited) => void; onEscape: () => void }) {
  const [q, setQ] = useState('')
  const [typed, setTyped] = useSearchText(q, setQ)
  const query = useQuery(
    api.answerTests.citable.queryOptions({ input: { q }, placeholderData: keepPreviousData, staleTime: 0 }),
  )
  const waiting = query.isPending || typed !== q
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong" aria-busy={waiting}>
      <OptionList
        label="FAQs and sources"
        placeholder="Search FAQs and sources…"
        onQueryChange={setTyped}
        onEscape={onEscape}
        empty={
          query.isPending
            ? 'Loading...'
            : query.isError
              ? 'FAQs and sources could not be searched. Please try again.'
              : 'No published FAQ or source matches.'
        }
        searchIcon={waiting ? <Spinner size={17} /> : <Search size={17} aria-hidden="true" />}
        className="h-64"
        options={(query.data?.items ?? []).map((cited) => ({
          id: cited.id,
          label: cited.title,
          icon: ICONS[cited.kind],
          onSelect: () => onChoose(cited),
        }))}
      />
    </div>
  )
}
