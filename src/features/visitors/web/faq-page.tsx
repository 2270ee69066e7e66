import { parseMarkup } from '../../../kernel/markup.ts'
import type { FaqView } from '../contract.ts'
import { fill } from '../domain/fill.ts'
import { AnswerText } from './answer/answer-text.tsx'
import { ArrowIcon } from './icons.tsx'
import { ReadingPage } from './reading-page.tsx'

/** One FAQ on a page of its own: complete without a script. */
export function FaqPage({ view }: { view: FaqView }) {
  const { place, texts, faq, faqLang, more } = view
  const lang = place.contentLang || undefined
  const suffix = place.asked && `?lang=${place.asked}`
  return (
    <ReadingPage view={view}>
      <article className="panel mt-8 px-5 py-7 sm:px-8 sm:py-9">
        <p className="text-md text-ink-soft" lang={lang} dir="auto">
          {faq.category}
        </p>
        <h1 className="mt-1.5 text-2xl font-semibold text-balance" lang={faqLang || undefined} dir="auto">
          {faq.question}
        </h1>
        <div className="mt-4">
          <AnswerText blocks={parseMarkup(faq.answer)} lang={faqLang || undefined} />
        </div>
      </article>
      {more.length > 0 && (
        <nav aria-labelledby="_more" className="mt-10">
          <h2 id="_more" className="text-md font-semibold text-ink-soft">
            {fill(texts.more, { category: faq.category })}
          </h2>
          <ul className="mt-2">
            {more.map((other) => (
              <li key={other.id}>
                <a className="suggestion" href={`${place.base}/${encodeURIComponent(other.slug)}${suffix}`}>
                  <span lang={lang} dir="auto">
                    {other.question}
                  </span>
                  <ArrowIcon size={16} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </ReadingPage>
  )
}
