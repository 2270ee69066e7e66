import type { ReactNode } from 'react'
import { Column, PageHead } from './page-head.tsx'

type State = 'Available' | 'Coming Soon'

const TONES: Record<State, string> = {
  Available: 'bg-good-soft text-good',
  'Coming Soon': 'bg-sunken text-ink-soft',
}

interface Integration {
  name: string
  text: string
  state: State
  /** Its guide, where there is one. */
  href?: string
  drawing: ReactNode
}

const CARDS: Integration[] = [
  {
    name: 'Any website',
    text: 'The widget is one script tag: plain HTML, React, WordPress, Shopify.',
    state: 'Available',
    href: '/docs/embedding',
    drawing: <path d="m8 7-5 5 5 5m8-10 5 5-5 5M13.5 5l-3 14" />,
  },
  {
    name: 'Websites as sources',
    text: 'Read, kept up to date, and named in the answers.',
    state: 'Available',
    drawing: (
      <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-8.5 8.5h17M12 3.5c5 5.2 5 11.8 0 17-5-5.2-5-11.8 0-17Z" />
    ),
  },
  {
    name: 'Files',
    text: 'PDF, Word, PowerPoint, Markdown and text.',
    state: 'Available',
    drawing: <path d="M6 3.5h8l4.5 4.5v12.5H6zM13.5 4v4.5H18M9 13h6m-6 3.5h4" />,
  },
  {
    name: 'API & Webhooks',
    text: 'Ask, search and manage FAQs from your own programs, and get signed events when something happens.',
    state: 'Available',
    href: '/docs/api',
    drawing: (
      <path d="M9 4H8a2.5 2.5 0 0 0-2.5 2.5v3L3.5 12l2 2.5v3A2.5 2.5 0 0 0 8 20h1m6-16h1a2.5 2.5 0 0 1 2.5 2.5v3l2 2.5-2 2.5v3A2.5 2.5 0 0 1 16 20h-1" />
    ),
  },
  {
    name: 'Notion',
    text: 'Pages and databases of a Notion workspace as sources.',
    state: 'Available',
    href: '/docs/integrations',
    drawing: <path d="M4.5 4.5h15v15h-15zM9 16V8.5l6 7V8" />,
  },
  {
    name: 'Google Drive',
    text: 'Documents, slides, sheets and files of the folders you choose, as sources.',
    state: 'Available',
    href: '/docs/google',
    drawing: <path d="M3.5 6.5h6l2 2.5h9v9.5h-17z" />,
  },
  {
    name: 'Intercom',
    text: 'Articles and conversations from Intercom.',
    state: 'Coming Soon',
    drawing: <path d="M4 5.5h16v11h-8.5l-4.5 4v-4H4z" />,
  },
  {
    name: 'Slack',
    text: 'Questions and answers in Slack.',
    state: 'Coming Soon',
    drawing: <path d="M9.5 4 7.5 20m9-16-2 16M4.5 9h16m-17 6h16" />,
  },
]

/** Integrations and their state. */
export const IntegrationsPage = () => (
  <Column>
    <PageHead title="Integrations" lead="Where answers come from, and where they go." />
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {CARDS.map(({ name, text, state, href, drawing }) => (
        <li
          key={name}
          className="relative flex flex-col rounded-xl border border-line-strong bg-surface p-6 transition-colors has-[a:hover]:border-control"
        >
          <div className="flex items-start justify-between gap-3">
            <span className="flex size-10 items-center justify-center rounded-lg border border-line bg-sunken text-ink-soft">
              <svg
                viewBox="0 0 24 24"
                width="20"
                height="20"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinejoin="round"
                strokeLinecap="round"
                aria-hidden="true"
              >
                {drawing}
              </svg>
            </span>
            <span className={`rounded-full px-2.5 py-1 text-xs font-medium ${TONES[state]}`}>{state}</span>
          </div>
          <h2 className="mt-4 text-lg font-semibold tracking-[-0.01em]">{name}</h2>
          <p className="mt-1 text-base text-pretty text-ink-soft">{text}</p>
          {href && (
            <p className="mt-auto pt-4 text-md font-medium">
              {/* The whole card is its target. */}
              <a href={href} className="text-link after:absolute after:inset-0 after:rounded-xl">
                Read the guide<span className="sr-only">: {name}</span>
              </a>
            </p>
          )}
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
