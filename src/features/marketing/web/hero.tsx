import type { ShownWorkspace, SiteViewer } from '../contract.ts'
import { AnswerFigure } from './answer-figure.tsx'
import { LinkButton } from './link-button.tsx'
import { LiveDemo } from './live-demo.tsx'
import { SIGN_UP } from './site-map.ts'

export function Hero({ viewer, demo }: { viewer: SiteViewer; demo: ShownWorkspace | null }) {
  return (
    <div className="px-5 pt-12 pb-16 sm:px-8 sm:pt-14 sm:pb-24">
      <div className="mx-auto max-w-6xl">
        <div className={demo ? 'grid gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-14' : ''}>
          <div className="lg:pt-8">
            <h1 className="max-w-4xl text-[clamp(2.25rem,1.4rem+3.2vw,3.75rem)] leading-[1.04] font-semibold tracking-[-0.03em] [word-spacing:0.06em]">
              Create and Manage Your FAQ Knowledge Base
            </h1>
            <p className="mt-6 max-w-2xl text-[clamp(1.0625rem,1rem+0.3vw,1.25rem)] leading-relaxed text-ink-soft">
              Your visitors ask in their own words. Answerloom finds the answer that you have already written, shows
              where it comes from, and says so when there is none.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <LinkButton href={viewer.signed_in ? '/dashboard' : SIGN_UP} look="primary" size="lg">
                {viewer.signed_in ? 'Go to dashboard' : 'Get Started Free'}
              </LinkButton>
              {demo && (
                <LinkButton href={`/faq/${demo.subdomain}`} size="lg">
                  See a live FAQ page
                </LinkButton>
              )}
            </div>
            <p className="mt-4 text-md text-ink-faint">7-day free trial. No credit card required.</p>
            <AnswerFigure />
          </div>
          {demo && <LiveDemo demo={demo} />}
        </div>
      </div>
    </div>
  )
}
