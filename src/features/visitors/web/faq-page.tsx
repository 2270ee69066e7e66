import { parseMarkup } from '../../../kernel/markup.ts'
import type { FaqView } from '../contract.ts'
import { headingOf } from '../domain/branding.ts'
import { AnswerText } from './answer-text.tsx'
import { BrandHeader } from './brand-header.tsx'
import { ArrowIcon } from './icons.tsx'
import { PageFooter } from './page-footer.tsx'
import { SearchField } from './search-field.tsx'

/** One FAQ on a page of its own: complete without a script. */
export function FaqPage({ view: { workspace, place, faq, more } }: { view: FaqView }) {
  return (
    <div className="page">
      <BrandHeader workspace={workspace} title={headingOf(workspace)} home={place.base} />
      <main className="column">
        <search>
          <form method="get" action={place.base} className="search-lift">
            <SearchField send="Search" />
          </form>
        </search>
        <article className="panel mt-8 px-5 py-7 sm:px-8 sm:py-9">
          <p className="text-md text-ink-soft">{faq.category}</p>
          <h1 className="mt-1.5 text-2xl font-semibold text-balance">{faq.question}</h1>
          <div className="mt-4">
            <AnswerText blocks={parseMarkup(faq.answer)} />
          </div>
        </article>
        {more.length > 0 && (
          <nav aria-labelledby="_more" className="mt-10">
            <h2 id="_more" className="text-md font-semibold text-ink-soft">
              More in {faq.category}
            </h2>
            <ul className="mt-2">
              {more.map((other) => (
                <li key={other.id}>
                  <a className="suggestion" href={`${place.base}/${encodeURIComponent(other.slug)}`}>
                    {other.question}
                    <ArrowIcon size={16} />
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <a href={place.base} className="quiet mt-8">
          All questions
        </a>
      </main>
      <PageFooter poweredBy={workspace.widget_show_powered_by} home={place.home} />
    </div>
  )
}
