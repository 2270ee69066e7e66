import type { ReactNode } from 'react'
import type { CategoryView, FaqView, SourceView } from '../contract.ts'
import { headingOf } from '../domain/branding.ts'
import { BrandHeader } from './brand-header.tsx'
import { PageFooter } from './page-footer.tsx'
import { SearchField } from './search/search-field.tsx'

interface ReadingPageProps {
  view: CategoryView | FaqView | SourceView
  children: ReactNode
}

/** The frame of a page with one text: the brand, a search form that works without a script, and the way to all questions. */
export function ReadingPage({ view, children }: ReadingPageProps) {
  const { workspace, place, texts } = view
  const root = place.base || '/'
  const home = `${root}${place.asked && `?lang=${place.asked}`}`
  return (
    <div className="page">
      <BrandHeader
        workspace={workspace}
        texts={texts}
        lang={place.contentLang || undefined}
        title={headingOf(workspace, texts)}
        home={home}
      />
      <main className="column">
        <search>
          <form method="get" action={root} className="search-lift">
            {place.asked && <input type="hidden" name="lang" value={place.asked} />}
            <SearchField send={texts.search} hint={texts.help.hint} />
          </form>
        </search>
        {children}
        {/* Other pages have a trail. */}
        {view.kind === 'source' && (
          <a href={home} className="quiet mt-8">
            {texts.allQuestions}
          </a>
        )}
      </main>
      <PageFooter label={workspace.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
    </div>
  )
}
