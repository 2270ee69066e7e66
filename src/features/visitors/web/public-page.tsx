import { jsonForScript } from '../../../kernel/escape-html.ts'
import type { ListView } from '../contract.ts'
import { BrandHeader } from './brand-header.tsx'
import { markOf } from './brand-mark.tsx'
import { Collections } from './collections/collections.tsx'
import { Help } from './help.tsx'
import { pageClient } from './help-client.ts'
import { HELP_ID, type HelpState, STATE_ID } from './help-state.ts'
import { shownFaq } from './list/shown-faq.ts'
import { PageFooter } from './page-footer.tsx'

export const helpStateOf = ({
  workspace,
  place,
  texts,
  categories,
  category,
  complete,
  page,
  search,
  faqs,
  collections,
  needsToken,
}: ListView): HelpState => ({
  subdomain: workspace.subdomain,
  ...(needsToken && { needsToken }),
  ...(collections && { collections: true }),
  base: place.base,
  lang: place.lang,
  asked: place.asked,
  contentLang: place.contentLang,
  texts: texts.help,
  mark: markOf(workspace),
  categories,
  category,
  complete,
  page,
  search,
  ...(search && { faqs: faqs.map(shownFaq) }),
})

/** A workspace's public page. Only what is inside `#_help` comes to life in the browser. */
export function PublicPage({ view }: { view: ListView }) {
  const state = helpStateOf(view)
  const { workspace, place, texts } = view
  return (
    <div className="page">
      <BrandHeader workspace={workspace} texts={texts} lang={place.contentLang || undefined} />
      <main className="column">
        <div id={HELP_ID}>
          <Help state={state} faqs={view.faqs.map(shownFaq)} client={pageClient(state)} />
        </div>
        {view.collections && <Collections {...view.collections} place={place} texts={texts} />}
      </main>
      <PageFooter label={workspace.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
      <script type="application/json" id={STATE_ID} dangerouslySetInnerHTML={{ __html: jsonForScript(state) }} />
    </div>
  )
}
