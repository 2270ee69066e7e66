import { formatLongDate } from '../../../../kernel/format.ts'
import type { Profile } from '../../contract.ts'
import { TermsLinks } from './terms-links.tsx'

/** Version and date of the terms that the person accepted; nothing for none. */
export function AcceptedTerms({ terms }: { terms: Profile['accepted_terms'] }) {
  if (!terms) return null
  return (
    <p className="text-sm text-ink-faint">
      You accepted version {terms.version} of the <TermsLinks /> on {formatLongDate(terms.accepted_at)}.
    </p>
  )
}
