import { VISITOR_QUESTION_MAX } from '../../../answering/contract.ts'
import type { PagePlace, VisitorTexts } from '../../contract.ts'

interface NeedHelpProps {
  place: PagePlace
  texts: VisitorTexts
  className: string
}

/** The way to a person from a page that did not answer: a form that works without a script. */
export const NeedHelp = ({ place, texts: { needHelp, yourQuestion, help }, className }: NeedHelpProps) => (
  <details className={`panel faq ${className}`}>
    <summary>
      <h2>{needHelp}</h2>
    </summary>
    <form method="post" action={`${place.base || '/'}${place.asked && `?lang=${place.asked}`}`} className="faq-body">
      {/* A honeypot: bots fill it in, people do not see it. */}
      <div hidden>
        <input name="website" autoComplete="off" />
      </div>
      <label htmlFor="_need">{yourQuestion}</label>
      <input className="field mt-2" id="_need" name="q" required maxLength={VISITOR_QUESTION_MAX} dir="auto" />
      <p className="mt-3">
        <label htmlFor="_needEmail">{help.leaveEmail}</label>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          className="field"
          id="_needEmail"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
        />
        <button className="send" type="submit">
          {help.askPerson}
        </button>
      </div>
      {/* For the script of the panel. */}
      <output />
    </form>
  </details>
)
