import { Link } from 'react-router'
import type { Gap } from '../contract.ts'

export const LINK = 'font-medium text-link underline-offset-2 [overflow-wrap:anywhere] hover:underline'

export function SourceLink({ source: { kind, title, url } }: { source: NonNullable<Gap['answered_by']> }) {
  if (kind === 'faq')
    return (
      <Link to={`/pages?q=${encodeURIComponent(title.slice(0, 200))}`} className={LINK}>
        {title}
      </Link>
    )
  return url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" className={LINK}>
      {title}
    </a>
  ) : (
    <span className="font-medium">{title}</span>
  )
}
