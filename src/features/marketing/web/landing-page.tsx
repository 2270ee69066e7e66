import type { LandingView } from '../contract.ts'
import { ClosingCall } from './closing-call.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LiveDemo } from './live-demo.tsx'
import { PageNotice } from './page-notice.tsx'
import { Pricing } from './pricing.tsx'
import { Principles } from './principles.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function LandingPage({ viewer, notice, demo, checkout, links, year }: LandingView) {
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-md bg-raised px-3 py-2 text-md text-ink focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-10"
      >
        Skip to content
      </a>
      {notice && <PageNotice notice={notice} />}
      <SiteHeader viewer={viewer} demo={demo} />
      <main id="content">
        <Hero viewer={viewer} demo={demo} />
        <HowItWorks />
        {demo && <LiveDemo demo={demo} />}
        <Principles />
        <Pricing viewer={viewer} checkout={checkout} />
        <ClosingCall viewer={viewer} />
      </main>
      <SiteFooter demo={demo} links={links} year={year} />
    </>
  )
}
