import { parseMarkup } from '../../../kernel/markup.ts'
import type { FaqView } from '../contract.ts'
import { headingOf } from '../domain/branding.ts'
import { fill } from '../domain/fill.ts'
import { AnswerText } from './answer/answer-text.tsx'
import { BrandHeader } from './brand-header.tsx'
import { ArrowIcon } from './icons.tsx'
import { PageFooter } from './page-footer.tsx'
import { SearchField } from './search/search-field.tsx'

/** One FAQ on a page of its own: complete without a script. */
export function FaqPage({ view: { workspace, place, texts, faq, faqLang, more } }: { view: FaqView }) {
  const lang = place.contentLang || undefined
  const suffix = place.asked && `?lang=${place.asked}`
  const root = place.base || '/'
  return (
    <div className="page">
      <BrandHeader
        workspace={workspace}
        texts={texts}
        lang={lang}
        title={headingOf(workspace, texts)}
        home={`${root}${suffix}`}
      />
      <main className="column">
        <search>
          <form method="get" action={root} className="search-lift">
            {place.asked && <input type="hidden" name="lang" value={place.asked} />}
            <SearchField send={texts.search} hint={texts.help.hint} />
          </form>
        </search>
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
        <a href={`${root}${suffix}`} className="quiet mt-8">
          {texts.allQuestions}
        </a>
      </main>
      <PageFooter label={workspace.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
    </div>
  )
}
