import type { CategoryView } from '../../contract.ts'
import { pluralizeCount } from '../../domain/count.ts'
import { ListPages } from '../list/list-pages.tsx'
import { ReadingPage } from '../reading-page.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { languageSuffix } from './collections.tsx'
import { NeedHelp } from './need-help.tsx'
import { QuestionLinks } from './question-links.tsx'

/** A category on a page of its own, complete without a script. */
export function CategoryPage({ view }: { view: CategoryView }) {
  const { place, texts, collection, faqs, page, others } = view
  const lang = place.contentLang || undefined
  const addressOf = (slug: string) => `${place.base}/categories/${slug}`
  const pageHref = (number: number) => {
    const query = new URLSearchParams({
      ...(number > 1 && { page: `${number}` }),
      ...(place.asked && { lang: place.asked }),
    }).toString()
    return `${addressOf(collection.slug)}${query && `?${query}`}`
  }
  return (
    <ReadingPage view={view}>
      <Breadcrumb place={place} texts={texts} current={collection.name} lang={lang} />
      <div className="category-title">
        <CategoryIcon name={collection.name} />
        <div>
          <h1 className="text-2xl strong text-balance" lang={lang} dir="auto">
            {collection.name}
          </h1>
          <p className="card-count">{pluralizeCount(texts.questionCount, collection.count, place.lang)}</p>
        </div>
      </div>
      <QuestionLinks faqs={faqs} place={place} />
      <ListPages page={page} texts={texts.help} href={pageHref} />
      <NeedHelp place={place} texts={texts} className="mt-8" />
      {others.length > 0 && (
        <nav aria-labelledby="_categories" className="mt-10">
          <h2 id="_categories" className="part-title">
            {texts.help.categories}
          </h2>
          <ul className="more-categories">
            {others.map(({ name, slug }) => (
              <li key={slug}>
                <a className="chip" href={`${addressOf(slug)}${languageSuffix(place)}`} lang={lang} dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </ReadingPage>
  )
}
