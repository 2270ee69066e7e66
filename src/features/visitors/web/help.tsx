import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { pluralizeCount } from '../domain/count.ts'
import { RESULTS_PER_PAGE } from '../domain/paging.ts'
import { relatedFallback } from '../domain/related-fallback.ts'
import { AnswerCard, Earlier, RelatedQuestions } from './answer/answer-card.tsx'
import { HandOff } from './answer/handoff-form.tsx'
import { type KeptTurns, useAsk } from './answer/use-ask.ts'
import type { HelpClient, ToHandOff } from './help-client.ts'
import { addressOf, type HelpState, pageRoot, type QuestionRequest } from './help-state.ts'
import { CategoryChips } from './list/category-chips.tsx'
import { EmptyState } from './list/empty-state.tsx'
import { FaqList } from './list/faq-list.tsx'
import { ListPages } from './list/list-pages.tsx'
import type { ShownFaq } from './list/shown-faq.ts'
import { searchEntries } from './search/search-entries.ts'
import { SearchField } from './search/search-field.tsx'
import { SearchResults } from './search/search-results.tsx'
import { useSearch } from './search/use-search.ts'

interface HelpProps {
  state: HelpState
  faqs: ShownFaq[]
  client: HelpClient
  /** Asked as soon as it is given. */
  request?: QuestionRequest
  /** A conversation that goes beyond this page. */
  talk?: KeptTurns
  /** Called with the address of what the page shows, once it shows it, and the query that it answers. */
  onShow?: (address: string, query: string) => void
}

/** Everything a visitor does: search, ask, choose a category, open a question. */
export function Help({ state, faqs, client, request, talk, onShow }: HelpProps) {
  const { search: before, texts, asked: lang } = state
  const root = pageRoot(state)
  const home = addressOf(state, {})
  const [text, setText] = useState(before?.query ?? '')
  const [category, setCategory] = useState(state.category)
  /** The page of results that the visitor turned to; each query begins with the first. */
  const [turned, setTurned] = useState({ query: before?.query, page: before?.page })
  const { asked, earlier, ask, stop, vote, forget, handOff } = useAsk(client, before, texts, talk)
  const input = useRef<HTMLInputElement>(null)
  const query = text.trim()
  const busy = asked !== null && asked.phase !== 'done'
  const found = useSearch(client, query, before)
  const entries = query ? searchEntries(query, faqs, found) : null

  const count = Math.ceil((entries?.length ?? 0) / RESULTS_PER_PAGE)
  const number = Math.min((turned.query === query && turned.page) || 1, count)
  const results = entries?.slice((number - 1) * RESULTS_PER_PAGE, number * RESULTS_PER_PAGE)
  const address = addressOf(state, query ? { q: query, page: number } : { category, page: state.page.number })
  useEffect(() => {
    if (!query || found?.query === query) onShow?.(address, query)
  }, [address, found])

  // Text typed before hydration is in the field but not in the state.
  useEffect(() => {
    const typed = input.current?.value ?? ''
    if (typed !== text) setText(typed)
  }, [])

  function write(value: string) {
    if (input.current) input.current.value = value
    setText(value)
  }

  function type(value: string) {
    setText(value)
    stop()
  }

  function clear(event?: FormEvent) {
    event?.preventDefault()
    // The whole list, as without the script: a search covers all categories.
    if (category && !state.complete) {
      // Nothing else changes before the list is loaded: the address of the category would become a step of its own.
      location.href = home
      return
    }
    setCategory(null)
    write('')
    stop()
    forget()
    input.current?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (query) void ask(query)
    else input.current?.focus()
  }

  function askRelated(question: string) {
    write(question)
    void ask(question)
    input.current?.scrollIntoView({ block: 'nearest' })
  }

  useEffect(() => {
    if (request) askRelated(request.question)
  }, [request])

  function choose(event: MouseEvent, chosen: string | null) {
    event.preventDefault()
    if (state.complete) setCategory(chosen)
    else location.href = addressOf(state, { category: chosen })
  }

  function turnTo(page: number) {
    setTurned({ query, page })
    input.current?.scrollIntoView({ block: 'nearest' })
  }

  const related = () => {
    if (!asked || busy || !query) return []
    // The server alone knows of questions that come close when nothing is claimed or found.
    if (isUnanswered) return faqs.length ? asked.related : []
    if (asked.related.length) return asked.related
    return relatedFallback(
      asked.question,
      faqs.filter(({ id }) => !asked.sources.some((source) => source.id === id)).map((faq) => faq.question),
      texts.starters,
    )
  }
  // "Browse our FAQs below" has to be true: where nothing was found, the whole list comes back under the answer.
  const isUnanswered = asked?.outcome === 'refused' || asked?.outcome === 'suggested' || asked?.smallTalk
  const browsing = !query || isUnanswered || (asked !== null && entries?.length === 0)
  const onPage = browsing ? faqs : (results ?? [])
  // A form that was sent without the script: its page has no answer, only what became of it.
  const handoffRequest = query === before?.query ? before.person : null
  const person = (about: ToHandOff) => (
    <HandOff
      key={about.messageId ?? about.question}
      texts={texts}
      action={home}
      about={about}
      conversationId={before?.conversation_id}
      before={asked?.isHandedOver ? { sent: true } : handoffRequest}
      onSend={(email) => handOff(about, email)}
    />
  )
  const hiddenLang = lang ? <input type="hidden" name="lang" value={lang} /> : null
  const offer = (className: string, heading: string, questions: readonly string[] = []) =>
    questions.length > 0 && (
      <RelatedQuestions
        action={root}
        hiddenLang={hiddenLang}
        onAsk={askRelated}
        {...{ className, heading, questions }}
      />
    )

  return (
    <>
      <search>
        <form method="get" action={root} className="search-lift" onSubmit={send}>
          <SearchField
            send={busy ? texts.asking : texts.send}
            hint={texts.hint}
            sendName="ask"
            busy={busy}
            value={before?.query}
            input={input}
            onType={type}
            onLeave={clear}
          />
          {!query && !asked && state.categories.length > 0 && (
            <CategoryChips
              categories={state.categories}
              chosen={category}
              texts={texts}
              lang={state.contentLang}
              onChoose={choose}
            />
          )}
          {hiddenLang}
        </form>
      </search>
      {!query && offer('panel mt-6', texts.suggested, state.suggestions)}
      {asked && (
        <AnswerCard
          asked={asked}
          mark={state.mark}
          hasQuestion={query !== asked.question}
          related={offer('ruled', texts.related, related())}
          texts={texts}
          anchorOf={(id) => onPage.find((faq) => faq.id === id)?.slug}
          onVote={vote}
          person={person}
        />
      )}
      <Earlier turns={earlier} texts={texts} />
      {handoffRequest && !asked && (
        <section className="panel mt-6 px-5 pt-2 pb-5 sm:px-7">
          {person({ question: query, messageId: handoffRequest.message_id ?? null })}
        </section>
      )}
      {(query || asked) && (
        <form method="get" action={root} className="bar" onSubmit={clear}>
          {hiddenLang}
          <p role="status">
            {entries?.length && !isUnanswered ? pluralizeCount(texts.results, entries.length, state.lang) : null}
          </p>
          <button type="submit" className="quiet">
            {texts.clear}
          </button>
        </form>
      )}
      {!(browsing && state.collections) && (
        <div className={query ? 'panel mt-2' : 'panel mt-6'}>
          {browsing ? (
            <FaqList faqs={faqs} category={category} state={state} />
          ) : results?.length ? (
            <SearchResults entries={results} query={query} state={state} />
          ) : results ? (
            // Nothing is listed for it, but it may have an answer.
            <>
              {offer('strong', texts.askThis, [query])}
              <EmptyState title={texts.none}>{texts.adjust}</EmptyState>
            </>
          ) : (
            <p className="empty text-ink-soft">{texts.searching}</p>
          )}
        </div>
      )}
      <ListPages
        page={browsing ? state.page : { number, count }}
        texts={texts}
        href={(n) => addressOf(state, browsing ? { category, page: n } : { q: query, page: n })}
        onTurn={browsing ? undefined : turnTo}
      />
    </>
  )
}
