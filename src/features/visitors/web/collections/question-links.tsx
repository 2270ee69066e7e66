import type { PagePlace, PublicFaq } from '../../contract.ts'
import { ArrowIcon } from '../icons.tsx'

interface QuestionLinksProps {
  faqs: readonly PublicFaq[]
  place: PagePlace
}

/** Questions as links to their pages. */
export const QuestionLinks = ({ faqs, place: { base, asked, contentLang } }: QuestionLinksProps) => (
  <ul className="panel">
    {faqs.map(({ id, question, slug }) => (
      <li key={id}>
        <a className="result" href={`${base}/${encodeURIComponent(slug)}${asked && `?lang=${asked}`}`}>
          <span className="min-w-0 flex-1" lang={contentLang || undefined} dir="auto">
            {question}
          </span>
          <ArrowIcon size={16} className="text-ink-faint" />
        </a>
      </li>
    ))}
  </ul>
)
