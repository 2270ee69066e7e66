import { SectionLink } from './section-link.tsx'
import { useNavigationEntries } from './use-navigation-entries.ts'

/** The pages beside the current one, above it: where the sidebar does not list them. */
export function SectionBar() {
  const { sections, current } = useNavigationEntries()
  if (sections.length === 0) return null
  return (
    <nav
      aria-label="Section"
      className="overflow-x-auto [scrollbar-width:none] border-b border-line px-3 sm:px-6 md:px-8"
    >
      <ul className="flex w-max gap-1 py-1.5">
        {sections.map((section) => (
          <li key={section.to}>
            <SectionLink section={section} isCurrent={section === current} className="flex h-8.5 px-2.5 coarse:h-11" />
          </li>
        ))}
      </ul>
    </nav>
  )
}
