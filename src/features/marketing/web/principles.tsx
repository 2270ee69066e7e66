import { Section } from './section.tsx'

const PRINCIPLES = [
  {
    title: 'Only what you wrote',
    text: 'Answers come from your published FAQs and your own texts, and each one names its source.',
  },
  {
    title: 'An honest “not found”',
    text: 'When your content holds no answer, visitors are told so. Nothing is made up to fill the gap.',
  },
  {
    title: 'Every question kept',
    text: 'What visitors ask arrives in your inbox, so that you see which answers are still missing.',
  },
]

export function Principles() {
  return (
    <Section id="principles" heading="Answers that you can stand behind" className="border-t border-line">
      <ul className="grid gap-10 md:grid-cols-3 md:gap-8">
        {PRINCIPLES.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-accent-edge pt-5">
            <h3 className="text-lg font-semibold tracking-[-0.01em]">{title}</h3>
            <p className="mt-2 text-base text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
