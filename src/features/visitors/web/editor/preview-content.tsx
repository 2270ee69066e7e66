import { useMemo } from 'react'
import type { PublicWorkspace } from '../../../workspaces/contract.ts'
import type { Preview } from '../../contract.ts'
import { FRAME_LIMIT } from '../../domain/frame.ts'
import { BrandHeader } from '../brand-header.tsx'
import { markOf } from '../brand-mark.tsx'
import { Collections } from '../collections/collections.tsx'
import { Help } from '../help.tsx'
import { HELP_ID, type HelpState } from '../help-state.ts'
import { shownFaq } from '../list/shown-faq.ts'
import { PageFooter } from '../page-footer.tsx'
import { previewClient } from './preview-client.ts'
import { SAMPLE_FAQS } from './sample-faqs.ts'

/** The public page, with its social links, the widget in a page, or the widget in the panel of the button. */
export type PreviewPlace = 'page' | 'widget' | 'launcher'

const PAGE_CLASSES = { page: 'page', widget: 'page frame', launcher: 'page frame in-panel' }

interface PreviewContentProps {
  look: PublicWorkspace
  preview: Preview
  place: PreviewPlace
  /** FAQs listed at a time in the widget. */
  limit: number | null
}

/** The visitors' view, rendered by their own components with the edited appearance. */
export function PreviewContent({ look, preview, place: where, limit }: PreviewContentProps) {
  const { subdomain, place, texts } = preview
  const isSample = preview.faqs.length === 0
  const faqs = useMemo(() => (isSample ? SAMPLE_FAQS : preview.faqs).map(shownFaq), [preview.faqs, isSample])
  const categories = isSample ? [...new Set(faqs.map(({ category }) => category))] : preview.categories
  const client = useMemo(() => previewClient(subdomain), [subdomain])
  const widget = where !== 'page'
  const collections = !widget && !isSample && look.page_layout === 'collections' ? preview.collections : null
  const state: HelpState = {
    subdomain,
    base: place.base,
    lang: place.lang,
    asked: place.asked,
    contentLang: place.contentLang,
    texts: texts.help,
    mark: markOf(look),
    categories: collections ? [] : categories,
    ...(collections && { collections: true }),
    category: null,
    complete: true,
    page: { number: 1, count: 1 },
    search: null,
    ...(widget && { limit: limit ?? FRAME_LIMIT.usual }),
  }
  return (
    // A part of the editor, not a page: its header and its main part are no landmarks.
    <section aria-label="What visitors see" className={PAGE_CLASSES[where]}>
      {/* The panel has a header of its own. */}
      {where !== 'launcher' && (
        <BrandHeader workspace={look} texts={texts} lang={place.contentLang || undefined} social={!widget} />
      )}
      <div className="column">
        <div id={HELP_ID}>
          <Help key={look.page_layout} state={state} faqs={collections ? [] : faqs} client={client} />
        </div>
        {collections && <Collections {...collections} place={place} texts={texts} />}
      </div>
      <PageFooter label={look.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
    </section>
  )
}
