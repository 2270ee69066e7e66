import { Code } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Page } from '../../../../web/ui/page.tsx'
import { PageHeader } from '../../../../web/ui/page-header.tsx'
import { Skeleton } from '../../../../web/ui/skeleton.tsx'
import { AssistantsCard } from '../../../mcp/web/index.ts'
import { useWorkspace } from '../../../workspaces/web/index.ts'
import { PublicAddress } from './public-address.tsx'
import { QrCard } from './qr-card.tsx'

const TIPS: { title: string; text: ReactNode }[] = [
  {
    title: 'Link to it where questions arise',
    text: 'In your website’s menu and footer, in order confirmations, and in your email signature.',
  },
  {
    title: 'Link directly to an answer',
    text: (
      <>
        Each FAQ has an address of its own: open it on the page and choose “Link to this answer”. Adding{' '}
        <code className="font-mono text-sm">?q=</code> and some words opens the page with a search.
      </>
    ),
  },
  {
    title: 'Print the QR code',
    text: 'On packages, receipts and counters: a phone’s camera opens the page.',
  },
]

/** /faq-links: the public page's address in the forms it travels in. */
export function Component() {
  const { workspace, current } = useWorkspace()
  return (
    <Page>
      <PageHeader title="Share FAQ" subtitle="Share your FAQ page with the people who ask" />
      {workspace ? (
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="flex flex-col gap-5">
            <Card title="Your FAQ page" description="Everyone with the link can read and ask.">
              {current ? <PublicAddress url={current.public_url} /> : <Skeleton className="h-24 w-full" />}
            </Card>
            <Card
              title="Embed it in your website"
              description="The same help as a widget, in a page or as a floating button."
              padded={false}
              className="pb-4"
              actions={
                <ButtonLink to="/widgets?section=share" size="sm" icon={<Code size={14} />}>
                  Get the code
                </ButtonLink>
              }
            />
            <AssistantsCard current={current} />
            <Card title="Tips">
              <ul className="grid gap-5 sm:grid-cols-2">
                {TIPS.map(({ title, text }) => (
                  <li key={title}>
                    <h3 className="text-md font-semibold">{title}</h3>
                    <p className="mt-0.5 text-md text-ink-soft">{text}</p>
                  </li>
                ))}
              </ul>
            </Card>
          </div>
          <Card title="QR code">
            {current ? (
              <QrCard url={current.public_url} name={current.workspace.subdomain} />
            ) : (
              <Skeleton className="mx-auto size-48" />
            )}
          </Card>
        </div>
      ) : (
        <EmptyState title="No workspace selected" />
      )}
    </Page>
  )
}
