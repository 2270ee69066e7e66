import type { ReactNode } from 'react'
import { Addresses, Exchange, FaqList, FigureFrame } from './figures.tsx'
import { Section } from './section.tsx'

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-6 md:max-lg:flex-row md:max-lg:items-center md:max-lg:gap-10">
      <FigureFrame className="md:max-lg:w-88 md:max-lg:shrink-0">{children}</FigureFrame>
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
