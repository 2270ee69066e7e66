import type { GuidePage as Guide, GuideLink, ShownWorkspace } from '../../contract.ts'
import { LiveComponents } from '../live-components.tsx'
import { ElementsTag, LauncherTag } from '../widget-tag.tsx'
import { DocsSearch } from './docs-search.tsx'
import { guideGroups } from './guide-groups.ts'
import { Column, PageHead } from './page-head.tsx'

const entry = 'block rounded-md px-2.5 py-1.5 text-md transition-colors hover:bg-hover hover:text-ink'

interface GuidePageProps {
  page: Guide
  demo: ShownWorkspace | null
}

/** One guide, with the others and its own sections beside it. */
export function GuidePage({ page: { guides, slug, title, html, sections, help }, demo }: GuidePageProps) {
  const shown = slug === 'components' ? (demo ?? help) : null
  const index = guides.findIndex((guide) => guide.slug === slug)
  return (
    <Column>
      <div className="grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label="Guides" className="hidden pt-16 lg:block">
          <div className="sticky top-0 -ml-2.5 max-h-dvh overflow-y-auto py-8">
            <a href="/docs" className={`${entry} text-ink-faint`}>
              All docs
            </a>
            {guideGroups(guides).map(({ group, guides: own }) => (
              <div key={group} className="mt-5">
                {/* No heading: the page's own comes later. */}
                <p className="px-2.5 pb-1 text-sm font-semibold">{group}</p>
                <ul>
                  {own.map((guide) => (
                    <li key={guide.slug}>
                      <a
                        href={`/docs/${guide.slug}`}
                        aria-current={guide.slug === slug ? 'page' : undefined}
                        className={`${entry} text-ink-soft aria-[current]:bg-pressed aria-[current]:text-ink`}
                      >
                        {guide.title}
                      </a>
                      {guide.slug === slug && sections.length > 0 && (
                        <Sections sections={sections} className="my-1 ml-2.5 border-l border-line pl-1.5" />
                      )}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </nav>
        <article className="min-w-0 max-w-3xl">
          <PageHead
            title={title}
            above={
              <p className="mb-3 text-md">
                <a href="/docs" className="text-link underline underline-offset-4 lg:hidden">
                  Docs
                </a>
                <span className="text-ink-faint lg:hidden"> / </span>
                <span className="text-ink-faint">{guides[index]?.group}</span>
              </p>
            }
          />
          {help && <DocsSearch />}
          {sections.length > 1 && (
            <details className="mt-5 rounded-lg border border-line bg-surface lg:hidden">
              <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-md font-medium">On this page</summary>
              <Sections sections={sections} className="px-1.5 pb-2" />
            </details>
          )}
          {shown && <LiveComponents workspace={shown} />}
          <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: html }} />
          <nav aria-label="Next guides" className="mt-14 grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
            <Beside guide={guides[index - 1]} label="Previous" className="max-sm:hidden" />
            <Beside guide={guides[index + 1]} label="Next" className="sm:col-start-2 sm:text-right" />
          </nav>
        </article>
      </div>
      {help && <LauncherTag workspace={help} label="Ask the docs" />}
      {shown && !help && <ElementsTag />}
    </Column>
  )
}

const Sections = ({ sections, className }: { sections: Guide['sections']; className: string }) => (
  <ul className={className}>
    {sections.map((section) => (
      <li key={section.id}>
        <a href={`#${section.id}`} className={`${entry} text-sm text-ink-faint`}>
          {section.title}
        </a>
      </li>
    ))}
  </ul>
)

/** The guide before or after this one. */
const Beside = ({ guide, label, className }: { guide: GuideLink | undefined; label: string; className: string }) =>
  guide && (
    <a
      href={`/docs/${guide.slug}`}
      className={`rounded-lg border border-line px-4 py-3 transition-colors hover:border-control ${className}`}
    >
      <span className="block text-sm text-ink-faint">{label}</span>
      <span className="mt-0.5 block text-base font-medium">{guide.title}</span>
    </a>
  )
