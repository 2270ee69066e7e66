import type { ReactNode } from 'react'
import { Section } from './section.tsx'

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-6 md:max-lg:flex-row md:max-lg:items-center md:max-lg:gap-10">
      <div
        aria-hidden="true"
        className="flex h-44 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken px-6 md:max-lg:w-88 md:max-lg:shrink-0"
      >
        {children}
      </div>
      <div>
        <div className="flex items-baseline gap-3">
          <span className="text-md font-semibold text-accent-ink tabular-nums">{number}</span>
          <h3 className="text-xl font-semibold tracking-[-0.015em]">{title}</h3>
        </div>
        <p className="mt-2 text-base text-ink-soft">{text}</p>
      </div>
    </li>
  )
}

const ROWS = [
  { question: 'Do you ship to Canada?', status: 'Published', tone: 'bg-good-soft text-good' },
  { question: 'Can I return my kit?', status: 'Published', tone: 'bg-good-soft text-good' },
  { question: 'Is the hub weatherproof?', status: 'Draft', tone: 'bg-warn-soft text-warn' },
]

function FaqList() {
  return (
    <div className="w-full max-w-72 divide-y divide-line rounded-lg border border-line bg-surface shadow-key">
      {ROWS.map(({ question, status, tone }) => (
        <div key={question} className="flex items-center gap-2 px-3 py-2.5 text-sm">
          <span className="truncate text-ink">{question}</span>
          <span className={`ml-auto rounded-full px-2 py-0.5 text-2xs font-medium ${tone}`}>{status}</span>
        </div>
      ))}
    </div>
  )
}

function Exchange() {
  return (
    <div className="flex w-full max-w-72 flex-col gap-2.5 text-sm">
      <span className="self-end rounded-lg rounded-br-xs bg-ink px-3 py-2 text-paper">
        can i leave it out in winter
      </span>
      <span className="self-start rounded-lg rounded-bl-xs border border-line bg-surface px-3 py-2 text-ink shadow-key">
        Down to <strong>-10 °C</strong>, yes. Where winters are colder, take it indoors.
        <span className="mt-1.5 block text-2xs text-ink-faint">Can probes stay outside in rain and frost?</span>
      </span>
    </div>
  )
}

function Addresses() {
  return (
    <div className="flex w-full max-w-72 flex-col gap-2.5 text-sm">
      <span className="flex items-center gap-2 rounded-full border border-line bg-surface px-4 py-2.5 shadow-key">
        <span className="size-2 rounded-full bg-accent" />
        <span className="text-ink-faint">
          /faq/<span className="text-ink">your-name</span>
        </span>
      </span>
      <span className="rounded-lg border border-line bg-surface px-4 py-2.5 font-mono text-2xs leading-5 text-ink-soft shadow-key">
        {'<'}
        <span className="text-link">script</span> src=<span className="text-accent-ink">"…/widget.js"</span>
        <br />
        data-workspace-id=<span className="text-accent-ink">"…"</span>
        {'>'}
      </span>
    </div>
  )
}

export function HowItWorks() {
  return (
    <Section id="how-it-works" heading="How it works" className="border-t border-line">
      <ol className="grid grid-cols-1 gap-12 md:gap-8 lg:grid-cols-3">
        <Step
          number={1}
          title="Create FAQs"
          text="Write questions and answers, or import the ones that you have. Publish each when it is ready."
        >
          <FaqList />
        </Step>
        <Step
          number={2}
          title="AI powers the answers"
          text="Visitors ask in their own words, typos included, and see which FAQ or text the answer came from."
        >
          <Exchange />
        </Step>
        <Step
          number={3}
          title="Embed anywhere"
          text="Link to your own FAQ page, or put one line of code into your website. There is an API, too."
        >
          <Addresses />
        </Step>
      </ol>
    </Section>
  )
}
