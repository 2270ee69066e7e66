import type { SiteViewer } from '../contract.ts'
import { LinkButton } from './link-button.tsx'
import { SIGN_UP } from './site-map.ts'

export function ClosingCall({ viewer }: { viewer: SiteViewer }) {
  return (
    <section aria-labelledby="closing-heading" className="border-t border-line bg-accent-soft/60 px-5 sm:px-8">
      <div className="mx-auto flex max-w-6xl flex-col items-start gap-7 py-16 sm:py-20 md:flex-row md:items-center md:justify-between">
        <h2
          id="closing-heading"
          className="max-w-xl text-[clamp(1.75rem,1.3rem+1.6vw,2.5rem)] leading-[1.12] font-semibold tracking-[-0.025em]"
        >
          Write each answer once, and reach everyone who asks.
        </h2>
        <LinkButton href={viewer.signed_in ? '/dashboard' : SIGN_UP} look="primary" size="lg">
          {viewer.signed_in ? 'Go to dashboard' : 'Get Started Free'}
        </LinkButton>
      </div>
    </section>
  )
}
