import { parseMarkup } from '../../../kernel/markup.ts'
import type { FaqView } from '../contract.ts'
import { fill } from '../domain/fill.ts'
import { AnswerText } from './answer/answer-text.tsx'
import { Breadcrumb } from './collections/breadcrumb.tsx'
import { NeedHelp } from './collections/need-help.tsx'
import { QuestionLinks } from './collections/question-links.tsx'
import { ReadingPage } from './reading-page.tsx'

/** One FAQ on a page of its own: complete without a script. */
export function FaqPage({ view }: { view: FaqView }) {
  const { place, texts, faq, faqLang, categoryHref, more } = view
  return (
    <ReadingPage view={view}>
      <Breadcrumb
        place={place}
        texts={texts}
        category={{ name: faq.category, href: categoryHref }}
        current={faq.question}
        lang={faqLang || undefined}
      />
      <article className="panel mt-4 px-5 py-7 sm:px-8 sm:py-9">
        <h1 className="text-2xl strong text-balance" lang={faqLang || undefined} dir="auto">
          {faq.question}
        </h1>
        <div className="mt-4">
          <AnswerText blocks={parseMarkup(faq.answer)} lang={faqLang || undefined} />
        </div>
      </article>
      {more.length > 0 && (
        <nav aria-labelledby="_more" className="mt-10">
          <h2 id="_more" className="part-title">
            {fill(texts.more, { category: faq.category })}
          </h2>
          <QuestionLinks faqs={more} place={place} />
        </nav>
      )}
      <NeedHelp place={place} texts={texts} className="mt-8" />
    </ReadingPage>
  )
}
