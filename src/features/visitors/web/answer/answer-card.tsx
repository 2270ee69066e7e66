import type { ReactNode } from 'react'
import type { AskSuggestion } from '../../../answering/contract.ts'
import type { AnswerSource } from '../../../questions/contract.ts'
import type { HelpTexts } from '../../contract.ts'
import { linkAddress } from '../../domain/web-address.ts'
import type { ToHandOff, Vote } from '../help-client.ts'
import { ArrowIcon, Mark, PageIcon, ThumbDownIcon, ThumbUpIcon } from '../icons.tsx'
import { AnswerText } from './answer-text.tsx'
import type { Asked } from './use-ask.ts'

interface AnswerCardProps {
  asked: Asked
  /** Questions to go on with. */
  related: string[]
  texts: HelpTexts
  /** Target of related questions without the script. */
  action: string
  /** The hidden field of the language that the address asks for. */
  hiddenLang: ReactNode
  /** Anchor of the FAQ, when it is on this page. */
  anchorOf(faqId: string): string | undefined
  onAsk(question: string): void
  onVote(vote: Vote): void
  /** The way to a person. */
  person(asked: ToHandOff): ReactNode
}

/** The answer to a question, from thinking over writing to the thumbs below it. */
export function AnswerCard(props: AnswerCardProps) {
  const { asked, related, texts, action, hiddenLang, anchorOf, onAsk, onVote, person } = props
  const { phase, blocks, suggestions, sources, outcome, smallTalk, messageId, vote } = asked
  const done = phase === 'done'
  return (
    <section className="panel mt-6" aria-label={texts.answer}>
      <div className="flex gap-3.5 px-5 py-5 sm:px-7 sm:py-6" aria-live="polite" aria-busy={!done}>
        <Mark size={22} />
        <div className="min-w-0 flex-1">
          {phase === 'thinking' ? (
            <p className="thinking">{texts.thinking}</p>
          ) : (
            <AnswerText blocks={blocks} writing={!done} />
          )}
          {suggestions.map((suggestion, index) => (
            <Suggestion key={suggestion.id} suggestion={suggestion} isOpen={index === 0} />
          ))}
          {phase !== 'thinking' && sources.length > suggestions.length && (
            <Sources sources={sources} texts={texts} anchorOf={anchorOf} />
          )}
          {done && messageId && !smallTalk && <Votes vote={vote} texts={texts} onVote={onVote} />}
          {done &&
            (vote === 'down' || outcome !== 'answered' || smallTalk === 'person' || smallTalk === 'insult') &&
            person(asked)}
        </div>
      </div>
      {done && related.length > 0 && (
        <form method="get" action={action} className="border-t border-line px-5 pt-5 pb-4 sm:px-7">
          <h2 className="text-md font-semibold text-ink-soft">{texts.related}</h2>
          <input type="hidden" name="ask" value="1" />
          {hiddenLang}
          <ul className="mt-1">
            {related.map((question) => (
              <li key={question}>
                <button
                  type="submit"
                  name="q"
                  value={question}
                  className="suggestion"
                  onClick={(event) => {
                    event.preventDefault()
                    onAsk(question)
                  }}
                >
                  <span dir="auto">{question}</span>
                  <ArrowIcon size={16} />
                </button>
              </li>
            ))}
          </ul>
        </form>
      )}
    </section>
  )
}

interface SuggestionProps {
  suggestion: AskSuggestion
  isOpen: boolean
}

interface EarlierProps {
  turns: Asked[]
}

/** The questions asked before on this page, each with its answer. */
export const Earlier = ({ turns }: EarlierProps) =>
  turns.length > 0 && (
    <section className="panel mt-6 px-5 pb-4 sm:px-7">
      {turns.map(({ question, blocks, suggestions }, index) => (
        <details key={index} className="earlier">
          <summary dir="auto">{question}</summary>
          <AnswerText blocks={blocks} />
          {suggestions.map((suggestion) => (
            <Suggestion key={suggestion.id} suggestion={suggestion} isOpen={false} />
          ))}
        </details>
      ))}
    </section>
  )

/** A whole section that may answer; a native disclosure, so it works without the script. */
function Suggestion({ suggestion: { title, url, blocks }, isOpen }: SuggestionProps) {
  const href = linkAddress(url)
  return (
    <details className="shown" open={isOpen}>
      <summary dir="auto">{title}</summary>
      <AnswerText blocks={blocks} />
      {href && (
        <a className="source" href={href} target="_blank" rel="noopener">
          <PageIcon size={16} />
          <span className="truncate">{title}</span>
        </a>
      )}
    </details>
  )
}

interface SourcesProps {
  sources: AnswerSource[]
  texts: HelpTexts
  anchorOf: AnswerCardProps['anchorOf']
}

/** A FAQ on this page is linked by its anchor; other sources open in another tab. */
function Sources({ sources, texts, anchorOf }: SourcesProps) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label={texts.sources}>
      {sources.map((source) => {
        const anchor = anchorOf(source.id)
        const href = anchor ? `#${anchor}` : linkAddress(source.url)
        const label = (
          <>
            <PageIcon size={16} />
            <span className="truncate">{texts.sayings[source.title] ?? source.title}</span>
          </>
        )
        return (
          <li key={source.id} className="max-w-full">
            {href ? (
              <a
                className="source"
                href={href}
                title={source.excerpt}
                target={anchor ? undefined : '_blank'}
                rel={anchor ? undefined : 'noopener'}
              >
                {label}
              </a>
            ) : (
              <span className="source" title={source.excerpt}>
                {label}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface VotesProps {
  vote: Vote | null
  texts: HelpTexts
  onVote(vote: Vote): void
}

function Votes({ vote, texts, onVote }: VotesProps) {
  const choices = [
    { choice: 'up', label: texts.yes, icon: <ThumbUpIcon size={18} /> },
    { choice: 'down', label: texts.no, icon: <ThumbDownIcon size={18} /> },
  ] as const
  return (
    <div className="votes needs-script">
      <span role="status">{vote ? texts.thanks : texts.helpful}</span>
      {choices.map(({ choice, label, icon }) => (
        <button
          key={choice}
          type="button"
          className="thumb"
          aria-label={label}
          aria-pressed={vote === choice}
          onClick={() => onVote(choice)}
        >
          {icon}
        </button>
      ))}
    </div>
  )
}
