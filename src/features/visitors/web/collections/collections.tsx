import type { CollectionsPart, PagePlace, VisitorTexts } from '../../contract.ts'
import { pluralizeCount } from '../../domain/count.ts'
import { EmptyState } from '../list/empty-state.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { QuestionLinks } from './question-links.tsx'

interface CollectionsProps extends CollectionsPart {
  place: PagePlace
  texts: VisitorTexts
}

/** Suffix of links that keep the language which the address asks for. */
export const languageSuffix = ({ asked }: Pick<PagePlace, 'asked'>): string => asked && `?lang=${asked}`

/** The workspace's page as a help center: popular questions and a card for each category. Complete without a script. */
export function Collections({ collections, popular, place, texts }: CollectionsProps) {
  const lang = place.contentLang || undefined
  if (!collections.length)
    return (
      <div className="collections panel">
        <EmptyState title={texts.help.none}>{texts.help.noneYet}</EmptyState>
      </div>
    )
  return (
    <div className="collections">
      <section aria-labelledby="_categories">
        <h2 id="_categories" className="part-title">
          {texts.help.categories}
        </h2>
        <ul className="cards">
          {collections.map(({ name, slug, count }) => (
            <li key={slug}>
              <a className="card" href={`${place.base}/categories/${slug}${languageSuffix(place)}`}>
                <CategoryIcon name={name} />
                <span className="card-name" lang={lang} dir="auto">
                  {name}
                </span>
                <span className="card-count">{pluralizeCount(texts.questionCount, count, place.lang)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="_popular">
        <h2 id="_popular" className="part-title">
          {texts.popular}
        </h2>
        <QuestionLinks faqs={popular} place={place} />
      </section>
    </div>
  )
}
