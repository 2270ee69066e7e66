import type { GuidePage as Guide, ShownWorkspace } from '../../contract.ts'
import { LiveComponents } from '../live-components.tsx'
import { ElementsTag, LauncherTag } from '../widget-tag.tsx'
import { DocsSearch } from './docs-search.tsx'
import { Column, PageHead } from './page-head.tsx'

const entry = 'block rounded-md px-2.5 py-1.5 text-md transition-colors hover:bg-hover hover:text-ink'

interface GuidePageProps {
  page: Guide
  demo: ShownWorkspace | null
}

/** One guide, with the others and its own sections beside it. */
export function GuidePage({ page: { guides, slug, title, html, sections, help }, demo }: GuidePageProps) {
  const shown = slug === 'components' ? (demo ?? help) : null
  return (
    <Column>
      <div className="grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Guides" className="hidden pt-16 lg:block">
          <div className="sticky top-8">
            <a href="/docs" className={`${entry} text-ink-faint`}>
              All docs
            </a>
            <ul className="mt-1">
              {guides.map((guide) => (
                <li key={guide.slug}>
                  <a
                    href={`/docs/${guide.slug}`}
                    aria-current={guide.slug === slug ? 'page' : undefined}
                    className={`${entry} text-ink-soft aria-[current]:bg-pressed aria-[current]:text-ink`}
                  >
                    {guide.title}
                  </a>
                  {guide.slug === slug && sections.length > 0 && (
                    <ul className="my-1 ml-2.5 border-l border-line pl-1.5">
                      {sections.map((section) => (
                        <li key={section.id}>
                          <a href={`#${section.id}`} className={`${entry} text-sm text-ink-faint`}>
                            {section.title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <article className="min-w-0 max-w-3xl">
          <PageHead
            title={title}
            above={
              <p className="mb-3 text-md lg:hidden">
                <a href="/docs" className="text-link underline-offset-4 hover:underline">
                  Docs
                </a>
              </p>
            }
          />
          {help && <DocsSearch />}
          {shown && <LiveComponents workspace={shown} />}
          <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </div>
      {help && <LauncherTag workspace={help} label="Ask the docs" />}
      {shown && !help && <ElementsTag />}
    </Column>
  )
}
