import type { ReactNode } from 'react'
import type { ShownWorkspace } from '../contract.ts'
import { Section } from './section.tsx'

interface DifferenceProps {
  title: string
  text: string
  /** Link that demonstrates it. */
  action: ReactNode
}

function Difference({ title, text, action }: DifferenceProps) {
  return (
    <li className="flex flex-col border-t-2 border-accent-edge pt-5">
      <h3 className="text-lg font-semibold tracking-[-0.01em]">{title}</h3>
      <p className="mt-2 mb-5 text-base text-ink-soft">{text}</p>
      <div className="mt-auto">{action}</div>
    </li>
  )
}

/** Asks the demo, whose page answers: a form and not a link, because each answer is stored, and crawlers follow links. */
const AskDemo = ({ demo, question }: { demo: ShownWorkspace; question: string }) => (
  <form action={`/faq/${demo.subdomain}`} method="get">
    <input type="hidden" name="ask" value="1" />
    <button
      type="submit"
      name="q"
      value={question}
      className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-full border border-line-strong bg-surface px-4 py-1.5 text-left text-md text-ink-soft transition-colors hover:border-control hover:text-ink"
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-accent" />
      {question}
    </button>
  </form>
)

const more = 'inline-flex min-h-10 items-center text-md font-medium text-link underline-offset-4 hover:underline'

/** Differences to other products, each with a demonstration. */
export function Differences({ demo }: { demo: ShownWorkspace | null }) {
  return (
    <Section
      id="differences"
      heading="Answers that you can stand behind"
      lead={demo ? 'Try each one on this server.' : undefined}
      className="border-t border-line"
    >
      <ul className="grid gap-10 md:grid-cols-2 md:gap-x-8 lg:grid-cols-3">
        <Difference
          title="Only what you wrote"
          text="Answers come from your published FAQs and your own texts, and each one names its source."
          action={demo && <AskDemo demo={demo} question="can i leave it outside in winter" />}
        />
        <Difference
          title="Typos and other words"
          text="People don’t ask the way you wrote it. Answerloom understands them anyway."
          action={demo && <AskDemo demo={demo} question="my senser is ofline" />}
        />
        <Difference
          title="An honest “not found”"
          text="When your content has no answer, visitors see exactly that. Nothing is made up to fill the gap."
          action={demo && <AskDemo demo={demo} question="Who won the match last night?" />}
        />
        <Difference
          title="Works without JavaScript"
          text="The public page is complete HTML: it reads, searches and answers before any script, and search engines see all of it."
          action={
            demo && (
              <a href={`/faq/${demo.subdomain}`} className={more}>
                Open a page with scripts switched off
              </a>
            )
          }
        />
        <Difference
          title="Light on your website"
          text="The widget’s script is smaller than 1.5 KB, sets no cookie, stores nothing and contacts only this server."
          action={
            <a href="/docs/widget" className={more}>
              Read what it does and does not do
            </a>
          }
        />
        <Difference
          title="Every question kept"
          text="What visitors ask arrives in your inbox, so that you see which answers are still missing. The next FAQ is a click away."
          action={
            <a href="/features" className={more}>
              All features
            </a>
          }
        />
      </ul>
    </Section>
  )
}
