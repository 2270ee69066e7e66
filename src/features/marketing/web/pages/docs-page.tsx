import { plural } from '../../../../kernel/text.ts'
import type { DocsPage as Docs, DocsResult, GuideLink } from '../../contract.ts'
import { LauncherTag } from '../widget-tag.tsx'
import { DocsSearch } from './docs-search.tsx'
import { guideGroups } from './guide-groups.ts'
import { Column, PageHead } from './page-head.tsx'

/** The reference is no guide; it closes the group of the interfaces. */
const REFERENCE = { title: 'API reference', summary: 'All API calls with their inputs and outputs.', href: '/api/docs' }

const linkOf = ({ slug, title, summary }: GuideLink) => ({ title, summary, href: `/docs/${slug}` })

/** The guides, searched by our own engine and answered by our own widget. */
export function DocsPage({ page: { guides, query, results, help } }: { page: Docs }) {
  return (
    <Column>
      <PageHead title="Docs" lead="How to run Answerloom, use it, and build on it." />
      {help && <DocsSearch query={query} />}
      {results && <Results query={query} results={results} />}
      <div className="mt-12 flex flex-col gap-10 sm:gap-12">
        {guideGroups(guides).map(({ group, guides: own }) => (
          <section key={group} className="grid gap-x-10 gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)]">
            <h2 className="text-lg font-semibold tracking-[-0.01em] lg:pt-4">{group}</h2>
            <ul className="grid content-start gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2">
              {[...own.map(linkOf), ...(own.some(({ slug }) => slug === 'api') ? [REFERENCE] : [])].map(
                ({ title, summary, href }) => (
                  // The last one of an odd number fills its row.
                  <li key={href} className="sm:odd:last:col-span-2">
                    <a
                      href={href}
                      className="block h-full bg-surface px-5 py-4 -outline-offset-2 transition-colors hover:bg-hover"
                    >
                      <h3 className="text-base font-semibold tracking-[-0.01em]">{title}</h3>
                      <p className="mt-1 text-md text-pretty text-ink-soft">{summary}</p>
                    </a>
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
      {help && <LauncherTag workspace={help} label="Ask the docs" />}
    </Column>
  )
}

function Results({ query, results }: { query: string; results: DocsResult[] }) {
  return (
    <section aria-label="Search results" className="mt-8 max-w-2xl">
      <p className="text-md text-ink-soft" role="status">
        {results.length === 0
          ? `Nothing in the docs fits “${query}”. Try other words.`
          : `${plural(results.length, 'result')} for “${query}”`}
      </p>
      <ol className="mt-3 divide-y divide-line">
        {results.map(({ title, excerpt, url }) => (
          <li key={url} className="py-4">
            <a href={url} className="text-lg font-medium text-link underline-offset-4 hover:underline">
              {title}
            </a>
            <p className="mt-1 text-base text-ink-soft">{excerpt}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
