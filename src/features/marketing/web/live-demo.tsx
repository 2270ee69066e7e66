import type { LandingDemo } from '../contract.ts'
import { Section } from './section.tsx'

const EXAMPLES = ['Can I leave the sensors outdoors in winter?', 'I changed my router', 'Does it work offline?']

/**
 * A real question to a real workspace, without a script: the forms lead to the demo's public page, which answers. Forms and
 * not links, because each answer is stored, and crawlers follow links.
 */
export function LiveDemo({ demo }: { demo: LandingDemo }) {
  const page = `/faq/${demo.subdomain}`
  return (
    <Section
      id="live-demo"
      heading="Ask it something"
      lead={`${demo.name} and its plant sensors are made up. Its help page is real, and this server runs it: ask what you would ask such a company.`}
      className="border-t border-line bg-sunken"
    >
      <div className="overflow-hidden rounded-xl border border-line-strong bg-surface shadow-overlay">
        <div className="bg-linear-to-br from-[#1d3b2f] to-[#2f6a4f] px-5 py-10 text-[#fff] sm:px-12 sm:py-14">
          <p className="text-md font-medium opacity-90">{demo.name} Help</p>
          <p className="mt-2 text-[clamp(1.5rem,1.2rem+1.2vw,2.125rem)] leading-tight font-semibold tracking-[-0.02em]">
            How can we help your plants?
          </p>
          <form action={page} method="get" className="mt-7 flex max-w-2xl flex-col gap-2.5 sm:flex-row">
            <label htmlFor="demo-question" className="sr-only">
              Your question
            </label>
            <input
              id="demo-question"
              name="q"
              type="search"
              required
              maxLength={500}
              autoComplete="off"
              placeholder="How long does a battery last?"
              className="h-12 w-full min-w-0 rounded-lg sm:flex-1 border border-transparent bg-[#fff] px-4 text-base text-[#14211c] placeholder:text-[#5b6b64] focus-visible:outline-[#fff]"
            />
            <button
              type="submit"
              name="ask"
              value="1"
              className="h-12 shrink-0 cursor-pointer rounded-lg border border-accent-edge bg-accent px-6 text-base font-medium text-on-accent hover:bg-accent-hover focus-visible:outline-[#fff]"
            >
              Ask
            </button>
          </form>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5 px-5 py-5 sm:px-12">
          <form action={page} method="get" className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
            <input type="hidden" name="ask" value="1" />
            <span className="text-md text-ink-faint">Or try</span>
            {EXAMPLES.map((question) => (
              <button
                key={question}
                type="submit"
                name="q"
                value={question}
                className="inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line-strong px-3.5 py-1.5 text-left text-md text-ink-soft transition-colors hover:border-control hover:text-ink"
              >
                {question}
              </button>
            ))}
          </form>
          <a
            href={page}
            className="inline-flex min-h-9 items-center rounded-sm text-md font-medium text-link underline-offset-4 hover:underline sm:ml-auto"
          >
            Open the whole page <span aria-hidden="true">&nbsp;→</span>
          </a>
        </div>
      </div>
    </Section>
  )
}
