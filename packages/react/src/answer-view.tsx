import { type FormEvent, useId } from 'react'
import { type Exchange, offersPerson } from './exchange.ts'
import { Markup, part } from './parts.tsx'
import type { Session } from './session.ts'
import type { Texts } from './texts.ts'

interface AnswerViewProps {
  exchange: Exchange
  texts: Texts
  /** Without them, the exchange is an earlier one that is only read. */
  actions?: Pick<Session, 'ask' | 'vote' | 'handoff' | 'cancel'>
}

/** A question with its answer, its sources, and what a visitor can do next. */
export function AnswerView({ exchange, texts, actions }: AnswerViewProps) {
  const { question, status, text, blocks, messageId, outcome, smallTalk, relatedQuestions } = exchange
  const isRunning = status === 'loading' || status === 'streaming'
  return (
    <section {...part('answer')} aria-label={`${texts.answer}: ${question}`}>
      <p {...part('asked-question')} dir="auto">
        {question}
      </p>
      <div aria-live={actions && 'polite'} aria-busy={isRunning}>
        {status === 'loading' && <p {...part('status')}>{texts.thinking}</p>}
        {status === 'streaming' && (
          <p {...part('answer-text streaming')} dir="auto">
            {text}
          </p>
        )}
        {status === 'error' && <p {...part('status error')}>{texts.unavailable}</p>}
        {!isRunning && blocks.length > 0 && <Markup blocks={blocks} name="answer-text" />}
        <Suggestions exchange={exchange} texts={texts} />
      </div>
      {!isRunning && <Sources exchange={exchange} texts={texts} />}
      {actions && isRunning && (
        <button type="button" {...part('button stop')} onClick={actions.cancel}>
          {texts.stop}
        </button>
      )}
      {actions && messageId && !smallTalk && outcome !== 'refused' && outcome !== 'unavailable' && (
        <fieldset {...part('feedback')} aria-label={texts.helpful}>
          <span>{texts.helpful}</span>
          {(['up', 'down'] as const).map((vote) => (
            <button
              key={vote}
              type="button"
              {...part('button vote')}
              aria-pressed={exchange.votes[messageId] === vote}
              onClick={() => actions.vote(vote)}
            >
              {vote === 'up' ? texts.yes : texts.no}
            </button>
          ))}
        </fieldset>
      )}
      {actions && !isRunning && offersPerson(exchange) && (
        <HandoffForm state={exchange.handoff} texts={texts} onSend={actions.handoff} />
      )}
      {actions && relatedQuestions.length > 0 && (
        <div {...part('related')}>
          <p {...part('label')}>{texts.related}</p>
          <ul {...part('list')}>
            {relatedQuestions.map((related) => (
              <li key={related}>
                <button type="button" {...part('link')} dir="auto" onClick={() => actions.ask(related)}>
                  {related}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const Suggestions = ({ exchange: { suggestions, isShortened }, texts }: { exchange: Exchange; texts: Texts }) =>
  suggestions.length === 0 ? null : (
    <div {...part('suggestions')}>
      <p {...part('label')}>{texts.suggestions}</p>
      {suggestions.map(({ id, title, url, blocks, is_shortened }, index) => (
        <details key={id} {...part('suggestion')} open={index === 0}>
          <summary {...part('summary')} dir="auto">
            {title}
          </summary>
          <Markup blocks={blocks} name="suggestion-text" />
          {url && (is_shortened || isShortened) && <OutsideLink url={url} title={texts.readMore} />}
        </details>
      ))}
    </div>
  )

const Sources = ({ exchange: { sources, outcome }, texts }: { exchange: Exchange; texts: Texts }) =>
  sources.length === 0 || outcome === 'suggested' ? null : (
    <div {...part('sources')}>
      <p {...part('label')}>{texts.sources}</p>
      <ul {...part('list')}>
        {sources.map(({ id, title, url }) => (
          <li key={id} dir="auto">
            {url ? <OutsideLink url={url} title={title} /> : title}
          </li>
        ))}
      </ul>
    </div>
  )

const OutsideLink = ({ url, title }: { url: string; title: string }) => (
  <a {...part('link')} href={url} target="_blank" rel="noopener">
    {title}
  </a>
)

interface HandoffFormProps {
  state: Exchange['handoff']
  texts: Texts
  onSend: (email: string) => void
}

function HandoffForm({ state, texts, onSend }: HandoffFormProps) {
  const id = useId()
  const error = state === 'invalid' ? texts.invalidEmail : state === 'failed' ? texts.notSent : ''
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(String(new FormData(event.currentTarget).get('email')))
  }
  if (state === 'sent')
    return (
      <p {...part('status handed-over')} role="status">
        {texts.handedOver}
      </p>
    )
  return (
    <form {...part('handoff')} onSubmit={send}>
      <label htmlFor={`${id}email`}>{texts.leaveEmail}</label>
      <div {...part('row')}>
        <input
          {...part('input')}
          id={`${id}email`}
          name="email"
          type="email"
          placeholder={texts.email}
          autoComplete="email"
          maxLength={254}
          required
          aria-invalid={!!error}
          aria-describedby={`${id}error`}
        />
        <button type="submit" {...part('button')} disabled={state === 'sending'}>
          {texts.askPerson}
        </button>
      </div>
      <p {...part('error')} id={`${id}error`} role="alert">
        {error}
      </p>
    </form>
  )
}
