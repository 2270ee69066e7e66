import { createElement, type ReactNode } from 'react'
import type { ShownWorkspace } from '../contract.ts'

interface ElementProps {
  subdomain: string
  limit?: number
  heading?: string
}

const element = (name: 'search' | 'faq' | 'ask', props: ElementProps, children?: ReactNode) =>
  createElement<ElementProps>(`answerloom-${name}`, props, children)

/** The custom elements over a real workspace of this server, as customers add them. The page has to load `widget.js`. */
export function LiveComponents({ workspace: { name, subdomain } }: { workspace: ShownWorkspace }) {
  return (
    <section aria-labelledby="live-components" className="mt-8 rounded-lg border border-line bg-raised p-5">
      <h2 id="live-components" className="text-lg font-semibold tracking-[-0.01em]">
        Try the components
      </h2>
      <p className="mt-1 mb-5 text-md text-ink-soft">
        These are the custom elements, with the content of “{name}” on this server.
      </p>
      <div className="grid gap-6">
        {element('search', { subdomain })}
        {element(
          'faq',
          { subdomain, limit: 3, heading: 'Questions' },
          <a href={`/faq/${subdomain}`} className="text-link underline underline-offset-4">
            Questions and answers
          </a>,
        )}
        <div>{element('ask', { subdomain }, 'Ask us')}</div>
      </div>
    </section>
  )
}
