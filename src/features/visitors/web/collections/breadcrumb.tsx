import type { PagePlace, VisitorTexts } from '../../contract.ts'
import { languageSuffix } from './collections.tsx'

interface BreadcrumbProps {
  place: PagePlace
  texts: VisitorTexts
  /** The category above the page, and its address. */
  category?: { name: string; href: string }
  /** The page itself. */
  current: string
  /** Language of the current page's name where it is not the page's own. */
  lang?: string
}

/** The way from the workspace's page to this one. */
export const Breadcrumb = ({ place, texts, category, current, lang }: BreadcrumbProps) => (
  <nav aria-label={texts.breadcrumb} className="trail">
    <ol>
      <li>
        <a href={`${place.base || '/'}${languageSuffix(place)}`}>{texts.allQuestions}</a>
      </li>
      {category?.href && (
        <li>
          <a href={category.href} lang={place.contentLang || undefined} dir="auto">
            {category.name}
          </a>
        </li>
      )}
      <li>
        <span aria-current="page" lang={lang} dir="auto">
          {current}
        </span>
      </li>
    </ol>
  </nav>
)
