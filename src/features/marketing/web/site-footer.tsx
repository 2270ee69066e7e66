import type { LandingDemo, PageLink } from '../contract.ts'
import { BrandMark } from './brand-mark.tsx'

export interface SiteFooterProps {
  demo: LandingDemo | null
  links: readonly PageLink[]
  year: number
}

export function SiteFooter({ demo, links, year }: SiteFooterProps) {
  const all: PageLink[] = [
    { label: 'How it works', href: '#how-it-works' },
    { label: 'Pricing', href: '#pricing' },
    ...(demo ? [{ label: 'Live demo', href: `/faq/${demo.subdomain}` }] : []),
    ...links,
    { label: 'Sign In', href: '/auth' },
  ]
  return (
    <footer className="border-t border-line px-5 sm:px-8">
      <div className="mx-auto flex max-w-6xl flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
        <p className="flex items-center gap-2.5 text-md text-ink-soft">
          <BrandMark size={20} />© 2024–{year} Answerloom
        </p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {all.map(({ label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-9 items-center rounded-sm text-md text-ink-soft transition-colors hover:text-ink"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
