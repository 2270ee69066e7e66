import type { ReactNode } from 'react'
import type { SitePage, SiteView } from '../contract.ts'
import { LandingPage } from './landing-page.tsx'
import { PageNotice } from './page-notice.tsx'
import { ContactPage } from './pages/contact-page.tsx'
import { DocsPage } from './pages/docs-page.tsx'
import { FeaturesPage } from './pages/features-page.tsx'
import { GuidePage } from './pages/guide-page.tsx'
import { HelpPage } from './pages/help-page.tsx'
import { IntegrationsPage } from './pages/integrations-page.tsx'
import { MissingPage } from './pages/missing-page.tsx'
import { StatusPage } from './pages/status-page.tsx'
import { TextPage } from './pages/text-page.tsx'
import { TryPage } from './pages/try-page.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

function bodyOf(page: SitePage, { viewer, demo }: SiteView['frame']): ReactNode {
  switch (page.kind) {
    case 'landing':
      return <LandingPage page={page} viewer={viewer} demo={demo} />
    case 'features':
      return <FeaturesPage viewer={viewer} />
    case 'docs':
      return <DocsPage page={page} />
    case 'guide':
      return <GuidePage page={page} demo={demo} />
    case 'integrations':
      return <IntegrationsPage />
    case 'help':
      return <HelpPage help={page.help} />
    case 'contact':
      return <ContactPage page={page} />
    case 'try':
      return <TryPage page={page} viewer={viewer} />
    case 'status':
      return <StatusPage page={page} />
    case 'text':
      return <TextPage page={page} />
    case 'missing':
      return <MissingPage />
  }
}

/** A complete page: frame and content. */
export function SitePageView({ frame, page }: SiteView) {
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-md bg-raised px-3 py-2 text-md text-ink focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-10"
      >
        Skip to content
      </a>
      {page.kind === 'landing' && page.notice && <PageNotice notice={page.notice} />}
      <SiteHeader viewer={frame.viewer} />
      <main id="content">{bodyOf(page, frame)}</main>
      <SiteFooter demo={frame.demo} year={frame.year} />
    </>
  )
}
