import type { ShownWorkspace } from '../contract.ts'
import { Section } from './section.tsx'
import { WidgetTag } from './widget-tag.tsx'

/** The widget itself, over a real workspace of this server: what customers get, put in the way they put it in. */
export function LiveDemo({ demo }: { demo: ShownWorkspace }) {
  const page = `/faq/${demo.subdomain}`
  return (
    <Section
      id="live-demo"
      heading="Ask it something"
      lead={`${demo.name} and its plant sensors are made up. The widget is real, and this server answers: ask what you would ask such a company.`}
      className="border-t border-line bg-sunken"
    >
      <div className="mx-auto max-w-3xl">
        <div className="min-h-160">
          <WidgetTag workspace={demo} />
          <noscript>
            <p className="text-base text-ink-soft">The widget needs JavaScript. The page it shows does not:</p>
          </noscript>
        </div>
        <p className="mt-5 text-center">
          <a
            href={page}
            className="inline-flex min-h-9 items-center rounded-sm text-md font-medium text-link underline-offset-4 hover:underline"
          >
            Open the whole page <span aria-hidden="true">&nbsp;→</span>
          </a>
        </p>
      </div>
    </Section>
  )
}
