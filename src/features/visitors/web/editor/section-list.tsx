import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { LookErrors } from '../../../appearance/web/index.ts'
import { SECTIONS } from './sections.ts'

/** Section that is edited. Marks sections with invalid values. */
export function SectionList({ errors }: { errors: LookErrors }) {
  return (
    <nav aria-label="Sections">
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {SECTIONS.map(({ key, title, text, icon: Icon, fields }) => (
          <li key={key}>
            <Link
              to={{ search: `?section=${key}` }}
              className="flex items-center gap-3.5 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <Icon size={18} strokeWidth={1.8} aria-hidden="true" className="shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1">
                <span className="block text-base font-medium">{title}</span>
                {fields.some((field) => errors[field]) ? (
                  <span className="block text-sm text-bad">This section contains an error</span>
                ) : (
                  <span className="block text-sm text-ink-faint">{text}</span>
                )}
              </span>
              <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
