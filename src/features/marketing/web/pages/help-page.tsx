import type { ShownWorkspace } from '../../contract.ts'
import { LinkButton } from '../link-button.tsx'
import { WidgetTag } from '../widget-tag.tsx'
import { Column, PageHead } from './page-head.tsx'

const WAYS = [
  {
    title: 'Read the docs',
    text: 'Guides for running, embedding and building on it.',
    href: '/docs',
    label: 'Open the docs',
  },
  { title: 'Write to us', text: 'A person reads what you send.', href: '/contact', label: 'Contact' },
  { title: 'Look at the status', text: 'Whether everything works at the moment.', href: '/status', label: 'Status' },
]

/** The help center: our own widget over our own content, with links. */
export const HelpPage = ({ help }: { help: ShownWorkspace | null }) => (
  <Column>
    <PageHead title="Help" lead="Ask in your own words. The answers here come from the product itself." />
    {help && (
      <div className="mx-auto max-w-3xl min-h-160">
        <WidgetTag workspace={help} />
        <noscript>
          <p className="text-base text-ink-soft">
            The help page also works{' '}
            <a href={`/faq/${help.subdomain}`} className="font-medium text-link underline underline-offset-4">
              without a script
            </a>
            .
          </p>
        </noscript>
      </div>
    )}
    <ul className="mt-12 grid gap-5 md:grid-cols-3">
      {WAYS.map(({ title, text, href, label }) => (
        <li key={href} className="flex flex-col rounded-xl border border-line-strong bg-surface p-6">
          <h2 className="text-lg font-semibold tracking-[-0.01em]">{title}</h2>
          <p className="mt-1.5 mb-5 text-base text-ink-soft">{text}</p>
          <LinkButton href={href} className="mt-auto self-start">
            {label}
          </LinkButton>
        </li>
      ))}
    </ul>
  </Column>
)
