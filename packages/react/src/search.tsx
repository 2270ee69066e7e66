import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { AnswerView } from './answer-view.tsx'
import { part, rootProps, type Theme } from './parts.tsx'
import { ENGLISH_TEXTS, type Texts } from './texts.ts'
import { useAnswerloom, type WorkspaceOptions } from './use-answerloom.ts'

export interface AnswerloomSearchProps extends WorkspaceOptions {
  /** In place of the English words. */
  texts?: Partial<Texts>
  theme?: Theme
  className?: string
}

/** A search bar with results as the visitor types, and the answer below it. */
export function AnswerloomSearch({ texts: ownTexts, theme, className, ...workspace }: AnswerloomSearchProps) {
  const answerloom = useAnswerloom(workspace)
  const { current, query, results, client } = answerloom
  const texts = { ...ENGLISH_TEXTS, ...ownTexts }
  const id = useId()
  const [value, setValue] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)

  // The last option asks what was typed; a FAQ is asked as well, so that its answer is shown here.
  const options = query ? [...results, null] : []
  const isExpanded = isOpen && options.length > 0
  const optionId = (index: number) => `${id}option${index}`

  function type(text: string) {
    setValue(text)
    setActive(-1)
    setIsOpen(true)
    answerloom.search(text)
  }

  function ask(question: string) {
    setIsOpen(false)
    setActive(-1)
    setValue(question)
    answerloom.search('')
    void answerloom.ask(question)
  }

  function choose(index: number) {
    const result = options[index]
    if (!result) return ask(value)
    if (result.kind === 'faq' || !result.url) return ask(result.kind === 'faq' ? result.title : value)
    setIsOpen(false)
    window.open(result.url, '_blank', 'noopener')
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isExpanded) {
      event.preventDefault()
      setIsOpen(false)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setIsOpen(true)
    const step = event.key === 'ArrowDown' ? 1 : -1
    // Past either end the focus is back in the text.
    const places = options.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isExpanded && active >= 0) choose(active)
    else if (value.trim()) ask(value)
  }

  return (
    <div {...rootProps('search', theme, className)}>
      {/* Without its script, the form opens the help page. */}
      <search>
        <form
          {...part('form')}
          action={`${client.options.server.replace(/\/+$/, '')}/faq/${client.options.subdomain}`}
          onSubmit={submit}
        >
          <div {...part('row')}>
            <input
              {...part('input')}
              type="search"
              name="q"
              role="combobox"
              aria-label={texts.placeholder}
              aria-autocomplete="list"
              aria-expanded={isExpanded}
              aria-controls={`${id}list`}
              aria-activedescendant={isExpanded && active >= 0 ? optionId(active) : undefined}
              placeholder={texts.placeholder}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={2000}
              dir="auto"
              value={value}
              onInput={(event) => type(event.currentTarget.value)}
              onKeyDown={pressKey}
              onBlur={() => setIsOpen(false)}
            />
            <button type="submit" {...part('button submit')}>
              {texts.ask}
            </button>
          </div>
          <div {...part('results')} id={`${id}list`} role="listbox" aria-label={texts.results} hidden={!isExpanded}>
            {options.map((result, index) => (
              <div
                key={result?.id ?? 'ask'}
                {...part(result ? 'result' : 'result ask-option')}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(index)}
                onKeyDown={(event) => event.key === 'Enter' && choose(index)}
              >
                <span {...part('result-title')} dir="auto">
                  {result ? result.title : `${texts.askAbout} ${value}`}
                </span>
                {result && (
                  <span {...part('result-excerpt')} dir="auto">
                    {result.excerpt}
                  </span>
                )}
              </div>
            ))}
          </div>
        </form>
      </search>
      {current && <AnswerView exchange={current} texts={texts} actions={{ ...answerloom, ask: askRelated }} />}
    </div>
  )

  async function askRelated(question: string) {
    ask(question)
  }
}
