import { Column, PageHead } from './page-head.tsx'

type State = 'Available' | 'Coming Soon'

const TONES: Record<State, string> = {
  Available: 'bg-good-soft text-good',
  'Coming Soon': 'bg-sunken text-ink-soft',
}

const CARDS: { name: string; text: string; state: State }[] = [
  {
    name: 'Any website',
    text: 'The widget is one script tag: plain HTML, React, WordPress, Shopify.',
    state: 'Available',
  },
  { name: 'Websites as sources', text: 'Read, kept up to date, and named in the answers.', state: 'Available' },
  { name: 'Files', text: 'PDF, Word, PowerPoint, Markdown and text.', state: 'Available' },
  {
    name: 'API & Webhooks',
    text: 'Ask, search and manage FAQs from your own programs, and get signed events when something happens.',
    state: 'Available',
  },
  { name: 'Notion', text: 'Pages and databases of a Notion workspace as sources.', state: 'Available' },
  {
    name: 'Google Drive',
    text: 'Documents, slides, sheets and files of the folders you choose, as sources.',
    state: 'Available',
  },
  { name: 'Intercom', text: 'Articles and conversations from Intercom.', state: 'Coming Soon' },
  { name: 'Slack', text: 'Questions and answers in Slack.', state: 'Coming Soon' },
]

/** Integrations and their state. */
export const IntegrationsPage = () => (
  <Column>
    <PageHead title="Integrations" lead="Where answers come from, and where they go." />
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {CARDS.map(({ name, text, state }) => (
        <li key={name} className="rounded-xl border border-line-strong bg-surface p-6">
          <span className={`inline-block rounded-full px-2.5 py-1 text-xs font-medium ${TONES[state]}`}>{state}</span>
          <h2 className="mt-4 text-lg font-semibold tracking-[-0.01em]">{name}</h2>
          <p className="mt-1.5 text-base text-ink-soft">{text}</p>
        </li>
      ))}
      <li className="rounded-xl border border-dashed border-line-strong p-6">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">More Platforms</h2>
        <p className="mt-1.5 text-base text-ink-soft">Additional integrations coming soon</p>
      </li>
    </ul>
    <section className="mt-14 border-t border-line pt-10">
      <h2 className="text-2xl font-semibold tracking-[-0.02em]">Need a Custom Integration?</h2>
      <p className="mt-2 max-w-2xl text-base text-ink-soft">
        The{' '}
        <a href="/docs/api" className="font-medium text-link underline underline-offset-4">
          API
        </a>{' '}
        takes FAQs and texts from anywhere.{' '}
        <a href="/contact" className="font-medium text-link underline underline-offset-4">
          Tell us
        </a>{' '}
        what you would connect.
      </p>
    </section>
  </Column>
)
