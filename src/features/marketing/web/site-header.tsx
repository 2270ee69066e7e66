import type { SiteViewer } from '../contract.ts'
import { BrandMark } from './brand-mark.tsx'
import { LinkButton } from './link-button.tsx'
import { HEADER_LINKS, SIGN_UP } from './site-map.ts'

export function SiteHeader({ viewer }: { viewer: SiteViewer }) {
  return (
    <header className="px-5 sm:px-8">
      <div className="mx-auto flex h-18 max-w-6xl items-center gap-2 sm:gap-8">
        <a href="/" className="flex items-center gap-2.5 rounded-sm" aria-label="Answerloom home">
          <BrandMark size={28} />
          <span className="text-lg font-semibold tracking-[-0.02em] max-[430px]:sr-only">Answerloom</span>
        </a>
        <nav aria-label="Site" className="hidden items-center gap-6 md:flex">
          {HEADER_LINKS.map(({ label, href }) => (
            <a key={href} href={href} className="rounded-sm text-md text-ink-soft transition-colors hover:text-ink">
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {viewer.signed_in ? (
            <LinkButton href="/dashboard" look="primary">
              Go to dashboard
            </LinkButton>
          ) : (
            <>
              <LinkButton href="/auth" look="ghost">
                Sign In
              </LinkButton>
              <LinkButton href={SIGN_UP} look="primary">
                Get Started Free
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
