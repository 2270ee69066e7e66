import { formatNumber } from '../../../../kernel/format.ts'
import type { SiteViewer, TriedPage, TryPage as Try } from '../../contract.ts'
import { LinkButton } from '../link-button.tsx'
import { SIGN_UP } from '../site-map.ts'
import { TryForm } from '../try-form.tsx'
import { Column, PageHead } from './page-head.tsx'

const card = 'rounded-xl border border-line-strong bg-surface'

function Result({ result, viewer }: { result: TriedPage; viewer: SiteViewer }) {
  const { title, url, words, sections, faqs } = result
  return (
    <div className="mt-12">
      <h2 className="text-2xl font-semibold tracking-[-0.02em]">{title}</h2>
      <p className="mt-1 text-md [overflow-wrap:anywhere] text-ink-faint">
        {url} · {formatNumber(words)} {words === 1 ? 'word' : 'words'} of text
      </p>
      {faqs.length > 0 ? (
        <section aria-labelledby="try-faqs" className="mt-8">
          <h3 id="try-faqs" className="text-lg font-semibold">
            {faqs.length === 1 ? 'One FAQ that we would suggest' : `${faqs.length} FAQs that we would suggest`}
          </h3>
          <div className={`mt-4 divide-y divide-line overflow-hidden ${card}`}>
            {faqs.map(({ question, answer }, index) => (
              <details key={question} open={index === 0} className="px-5 py-4">
                <summary className="cursor-pointer text-base font-medium">{question}</summary>
                <p className="mt-2 text-base [overflow-wrap:anywhere] text-ink-soft">{answer}</p>
              </details>
            ))}
          </div>
        </section>
      ) : (
        <p className="mt-8 text-base text-ink-soft">
          The page states no questions with answers. Its text can still answer your visitors, with its address as the
          source.
        </p>
      )}
      {sections.length > 0 && (
        <section aria-labelledby="try-sections" className="mt-10">
          <h3 id="try-sections" className="text-lg font-semibold">
            Sections that answers can come from
          </h3>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2">
            {sections.map((section, index) => (
              <li key={`${index}-${section.title}`} className={`p-4 ${card}`}>
                <p className="text-base font-medium">{section.title}</p>
                <p className="mt-1 text-md [overflow-wrap:anywhere] text-ink-soft">{section.text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-10 flex flex-wrap items-center gap-4">
        <LinkButton href={viewer.signed_in ? '/dashboard' : SIGN_UP} look="primary" size="lg">
          {viewer.signed_in ? 'Go to dashboard' : 'Get Started Free'}
        </LinkButton>
        <p className="text-md text-ink-faint">
          With an account, all pages of the website are read and kept up to date.
        </p>
      </div>
    </div>
  )
}

/** /try: what would be read of a page, without an account. */
export function TryPage({ page, viewer }: { page: Try; viewer: SiteViewer }) {
  return (
    <Column>
      <PageHead
        title="Read my site"
        lead="See what Answerloom reads on a page of yours, and which FAQs it finds there."
      />
      <TryForm url={page.url} failure={page.failure} />
      {page.result && <Result result={page.result} viewer={viewer} />}
    </Column>
  )
}
