import { plural } from '../../../../kernel/text.ts'
import type { DocsPage as Docs, DocsResult } from '../../contract.ts'
import { LauncherTag } from '../widget-tag.tsx'
import { DocsSearch } from './docs-search.tsx'
import { Column, PageHead } from './page-head.tsx'

/** The guides, searched by our own engine and answered by our own widget. */
export function DocsPage({ page: { guides, query, results, help } }: { page: Docs }) {
  return (
    <Column>
      <PageHead title="Docs" lead="How to run Answerloom, use it, and build on it." />
      {help && <DocsSearch query={query} />}
      {results && <Results query={query} results={results} />}
      <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {guides.map(({ slug, title, summary }) => (
          <li key={slug}>
            <a
              href={`/docs/${slug}`}
              className="block h-full rounded-xl border border-line-strong bg-surface p-6 transition-colors hover:border-control"
            >
              <h2 className="text-lg font-semibold tracking-[-0.01em]">{title}</h2>
              <p className="mt-1.5 text-base text-ink-soft">{summary}</p>
            </a>
          </li>
        ))}
        <li>
          <a
            href="/api/docs"
            className="block h-full rounded-xl border border-line-strong bg-surface p-6 transition-colors hover:border-control"
          >
            <h2 className="text-lg font-semibold tracking-[-0.01em]">API reference</h2>
            <p className="mt-1.5 text-base text-ink-soft">All API calls with their inputs and outputs.</p>
          </a>
        </li>
      </ul>
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
