import type { ShownWorkspace } from '../contract.ts'
import { WidgetTag } from './widget-tag.tsx'

/** The widget itself, over a real workspace of this server: what customers get, put in the way they put it in. */
export function LiveDemo({ demo }: { demo: ShownWorkspace }) {
  return (
    <section id="live-demo" aria-labelledby="live-demo-heading" className="min-w-0">
      <h2 id="live-demo-heading" className="text-lg font-semibold tracking-[-0.01em]">
        Ask it something
      </h2>
      <p className="mt-1 mb-4 text-md text-ink-soft">
        {demo.name} and its plant sensors are made up. The widget is real, and this server answers.
      </p>
      {/* As tall from the start as it is with its first FAQs, so that nothing below it moves. */}
      <div className="min-h-175">
        <WidgetTag workspace={demo} minHeight={700} limit={3} />
        <noscript>
          <p className="text-base text-ink-soft">The widget needs JavaScript. The page it shows does not.</p>
        </noscript>
      </div>
      <p className="mt-3">
        <a
          href={`/faq/${demo.subdomain}`}
          className="inline-flex min-h-9 items-center rounded-sm text-md font-medium text-link underline-offset-4 hover:underline"
        >
          Open the whole page <span aria-hidden="true">&nbsp;→</span>
        </a>
      </p>
    </section>
  )
}
