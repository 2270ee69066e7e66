// Small pictures of the product, drawn with its own styles.
import type { ReactNode } from 'react'

/** The frame of a picture. Decorative: the text beside it says the same. */
export const FigureFrame = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div
    aria-hidden="true"
    className={`flex h-44 items-center justify-center overflow-hidden rounded-xl border border-line bg-sunken px-6 ${className}`}
  >
    {children}
  </div>
)

const ROWS = [
  { question: 'Do you ship to Canada?', status: 'Published', tone: 'bg-good-soft text-good' },
  { question: 'Can I return my kit?', status: 'Published', tone: 'bg-good-soft text-good' },
  { question: 'Is the hub weatherproof?', status: 'Draft', tone: 'bg-warn-soft text-warn' },
]

/** FAQs with their states. */
export function FaqList() {
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

/** A question and its answer. */
export function Exchange() {
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

/** Addresses at which visitors find the answers. */
export function Addresses() {
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
