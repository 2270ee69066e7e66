import type { LandingPage as Landing, ShownWorkspace, SiteViewer } from '../contract.ts'
import { ClosingCall } from './closing-call.tsx'
import { Comparison } from './comparison.tsx'
import { Differences } from './differences.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Learning } from './learning.tsx'
import { Pricing } from './pricing.tsx'
import { TryOut } from './try-out.tsx'

interface LandingPageProps {
  page: Landing
  viewer: SiteViewer
  demo: ShownWorkspace | null
}

export function LandingPage({ page: { checkout, plans }, viewer, demo }: LandingPageProps) {
  return (
    <>
      <Hero viewer={viewer} demo={demo} />
      <HowItWorks />
      <TryOut />
      <Learning />
      <Differences demo={demo} />
      <Comparison />
      <Pricing viewer={viewer} checkout={checkout} plans={plans} />
      <ClosingCall viewer={viewer} />
    </>
  )
}
