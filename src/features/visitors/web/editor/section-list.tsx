import { ChevronRight, type LucideIcon, Route } from 'lucide-react'
import { Link } from 'react-router'
import type { LookErrors } from '../../../appearance/web/index.ts'
import { PAGE_RULES } from '../../../page-rules/web/index.ts'
import { SECTIONS } from './sections.ts'

/** Section that is edited. Marks sections with invalid values. */
export function SectionList({ errors }: { errors: LookErrors }) {
  return (
    <nav aria-label="Sections">
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {SECTIONS.map(({ key, title, text, icon, fields }) => {
          const isWrong = fields.some((field) => errors[field])
          return (
            <SectionLink
              key={key}
              to={`?section=${key}`}
              title={title}
              icon={icon}
              text={isWrong ? 'This section contains an error' : text}
              isWrong={isWrong}
            />
          )
        })}
        <SectionLink to={PAGE_RULES} title="Rules per page" icon={Route} text="Suggestions and prompts by page" />
      </ul>
    </nav>
  )
}

interface SectionLinkProps {
  to: string
  title: string
  text: string
  icon: LucideIcon
  isWrong?: boolean
}

const SectionLink = ({ to, title, text, icon: Icon, isWrong = false }: SectionLinkProps) => (
  <li>
    <Link
      to={to}
      className="flex items-center gap-3.5 px-4 py-3.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon size={18} strokeWidth={1.8} aria-hidden="true" className="shrink-0 text-ink-faint" />
      <span className="min-w-0 flex-1">
        <span className="block text-base font-medium">{title}</span>
        <span className={`block text-sm ${isWrong ? 'text-bad' : 'text-ink-faint'}`}>{text}</span>
      </span>
      <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-ink-faint" />
    </Link>
  </li>
)
