import { renderToString } from 'react-dom/server'
import type { PageView, RenderPage } from '../contract.ts'
import { CategoryPage } from './collections/category-page.tsx'
import collectionsCss from './collections/collections.css?inline'
import { FaqPage } from './faq-page.tsx'
import { MissingPage } from './missing-page.tsx'
import css from './public-page.css?inline'
import { PublicPage } from './public-page.tsx'
import { SourcePage } from './source/source-page.tsx'

export { collectionsCss, css }

function Page({ view }: { view: PageView }) {
  if (view.kind === 'list') return <PublicPage view={view} />
  if (view.kind === 'category') return <CategoryPage view={view} />
  if (view.kind === 'source') return <SourcePage view={view} />
  return view.kind === 'faq' ? <FaqPage view={view} /> : <MissingPage view={view} />
}

export const render: RenderPage = (view) => renderToString(<Page view={view} />)
