import type { ReactNode } from 'react'
import { Section } from './section.tsx'

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col">
      <div
        aria-hidden="true"
        className="flex h-44 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken px-6"
      >
        {children}
      </div>
      <div className="mt-6 flex items-baseline gap-3">
        <span className="text-md font-semibold text-accent-ink tabular-nums">{number}</span>
        <h3 className="text-xl font-semibold tracking-[-0.015em]">{title}</h3>
      </div>
      <p className="mt-2 text-base text-ink-soft">{text}</p>
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

function Snippet() {
  return (
    <div className="w-full max-w-72 overflow-hidden rounded-lg border border-line bg-surface font-mono text-2xs shadow-key">
      <div className="flex gap-1.5 border-b border-line px-3 py-2">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="size-2 rounded-full bg-line-strong" />
        ))}
      </div>
      <p className="px-3 py-3 leading-5 text-ink-soft">
        &lt;<span className="text-link">script</span> src=<span className="text-accent-ink">"/widget.js"</span>
        <br />
        &nbsp;&nbsp;data-workspace-id=<span className="text-accent-ink">"…"</span>&gt;
        <br />
        &lt;/<span className="text-link">script</span>&gt;
      </p>
    </div>
  )
}

export function HowItWorks() {
  return (
    <Section id="how-it-works" heading="How it works" className="border-t border-line">
      <ol className="grid gap-12 md:grid-cols-3 md:gap-8">
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
          text="Visitors ask in their own words, typos included. They get your answer and see which FAQ or text it came from."
        >
          <Exchange />
        </Step>
        <Step
          number={3}
          title="Embed anywhere"
          text="Share your own FAQ page, or put the same answers into your website with a single line."
        >
          <Snippet />
        </Step>
      </ol>
    </Section>
  )
}
