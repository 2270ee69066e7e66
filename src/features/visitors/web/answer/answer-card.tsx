import type { ReactNode } from 'react'
import type { AskSuggestion } from '../../../answering/contract.ts'
import type { AnswerSource, Vote } from '../../../questions/contract.ts'
import type { HelpTexts } from '../../contract.ts'
import { linkAddress } from '../../domain/web-address.ts'
import { BrandMark, type WorkspaceMark } from '../brand-mark.tsx'
import type { ToHandOff } from '../help-client.ts'
import { ArrowIcon, PageIcon, ThumbDownIcon, ThumbUpIcon } from '../icons.tsx'
import { AnswerText } from './answer-text.tsx'
import type { AskedQuestion } from './use-ask.ts'

interface AnswerCardProps {
  asked: AskedQuestion
  mark: WorkspaceMark
  /** The question is shown: the box above no longer has it. */
  hasQuestion: boolean
  /** Questions to go on with. */
  related: ReactNode
  texts: HelpTexts
  /** Anchor of the FAQ, when it is on this page. */
  anchorOf(faqId: string): string | undefined
  onVote(vote: Vote, suggestionId?: string): void
  /** The way to a person. */
  person(asked: ToHandOff): ReactNode
}

/** The answer to a question, from thinking over writing to the thumbs below it. */
export function AnswerCard(props: AnswerCardProps) {
  const { asked, mark, hasQuestion, related, texts, anchorOf, onVote, person } = props
  const { phase, blocks, suggestions, sources, outcome, smallTalk, messageId, votes, isShortened } = asked
  const done = phase === 'done'
  const votesOn = (subject: string, suggestionId?: string) => (
    <Votes vote={votes[subject]} texts={texts} onVote={(vote) => onVote(vote, suggestionId)} />
  )
  return (
    <section className="panel mt-6" aria-label={texts.answer}>
      <div className="flex gap-3.5 px-5 py-5 sm:px-7 sm:py-6" aria-live="polite" aria-busy={!done}>
        <BrandMark {...mark} />
        <div className="min-w-0 flex-1">
          {hasQuestion && (
            <h2 className="strong" dir="auto">
              {asked.question}
            </h2>
          )}
          {phase === 'thinking' ? (
            <p className="thinking">{texts.thinking}</p>
          ) : (
            <AnswerText blocks={blocks} writing={!done} />
          )}
          {suggestions.map((suggestion, index) => (
            <Suggestion key={suggestion.id} suggestion={suggestion} texts={texts} isOpen={index === 0}>
              {messageId && votesOn(suggestion.id, suggestion.id)}
            </Suggestion>
          ))}
          {phase !== 'thinking' && sources.length > suggestions.length && (
            <Sources sources={sources} texts={texts} isShortened={isShortened} anchorOf={anchorOf} />
          )}
          {done && messageId && !smallTalk && !suggestions.length && votesOn(messageId)}
          {done &&
            ((messageId && votes[messageId] === 'down') ||
              outcome !== 'answered' ||
              smallTalk === 'person' ||
              smallTalk === 'insult') &&
            person(asked)}
        </div>
      </div>
      {related}
    </section>
  )
}

interface RelatedQuestionsProps {
  questions: readonly string[]
  heading: string
  className: string
  /** Target of the form without the script. */
  action: string
  /** The hidden field of the language that the address asks for. */
  hiddenLang: ReactNode
  onAsk(question: string): void
}

/** Questions to ask with one press. */
export const RelatedQuestions = ({
  questions,
  heading,
  action,
  hiddenLang,
  onAsk,
  className,
}: RelatedQuestionsProps) => (
  <form method="get" action={action} className={`px-5 pt-5 pb-4 sm:px-7 ${className}`}>
    <h2 className="text-md strong text-ink-soft">{heading}</h2>
    <input type="hidden" name="ask" value="1" />
    {hiddenLang}
    <ul className="mt-1">
      {questions.map((question) => (
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
)

interface SuggestionProps {
  suggestion: AskSuggestion
  texts: HelpTexts
  isOpen?: boolean
  /** The thumbs below it. */
  children?: ReactNode
}

interface EarlierProps {
  turns: AskedQuestion[]
  texts: HelpTexts
}

/** The questions asked before, each with its answer, newest first. */
export const Earlier = ({ turns, texts }: EarlierProps) =>
  turns.length > 0 && (
    <section className="panel mt-6 px-5 pb-4 sm:px-7">
      {turns.toReversed().map(({ question, blocks, suggestions }, index) => (
        <details key={index} className="earlier">
          <summary dir="auto">{question}</summary>
          <AnswerText blocks={blocks} />
          {suggestions.map((suggestion) => (
            <Suggestion key={suggestion.id} suggestion={suggestion} texts={texts} />
          ))}
        </details>
      ))}
    </section>
  )

/** A whole section that may answer; a native disclosure, so it works without the script. */
function Suggestion({ suggestion, texts, isOpen, children }: SuggestionProps) {
  const { title, url, blocks, is_shortened: isShortened } = suggestion
  const href = linkAddress(url)
  return (
    <details className="shown" open={isOpen}>
      <summary dir="auto">{title}</summary>
      <AnswerText blocks={blocks} />
      {href && (
        <a className="source" href={href} target="_blank" rel="noopener">
          <PageIcon size={16} />
          <span dir="auto">{linkLabel(title, texts, isShortened)}</span>
        </a>
      )}
      {children}
    </details>
  )
}

/** A link to the source of a shortened section says that there is more. */
const linkLabel = (title: string, { more }: HelpTexts, isShortened = false) =>
  isShortened ? `${more}: ${title}` : title

interface SourcesProps {
  sources: AnswerSource[]
  texts: HelpTexts
  isShortened: boolean | undefined
  anchorOf: AnswerCardProps['anchorOf']
}

/** A FAQ on this page is linked by its anchor; other sources open in another tab. */
function Sources({ sources, texts, isShortened, anchorOf }: SourcesProps) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label={texts.sources}>
      {sources.map((source) => {
        const anchor = anchorOf(source.id)
        const href = anchor ? `#${anchor}` : linkAddress(source.url)
        const label = (
          <>
            <PageIcon size={16} />
            <span dir="auto">
              {linkLabel(texts.storedAnswers[source.title] ?? source.title, texts, isShortened && !!href)}
            </span>
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
  vote: Vote | null | undefined
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
