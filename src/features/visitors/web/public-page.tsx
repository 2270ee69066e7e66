import { jsonForScript } from '../../../kernel/escape-html.ts'
import type { ListView } from '../contract.ts'
import { BrandHeader } from './brand-header.tsx'
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
  needsToken,
}: ListView): HelpState => ({
  subdomain: workspace.subdomain,
  ...(needsToken && { needsToken }),
  base: place.base,
  lang: place.lang,
  asked: place.asked,
  contentLang: place.contentLang,
  texts: texts.help,
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
      <main id={HELP_ID} className="column">
        <Help state={state} faqs={view.faqs.map(shownFaq)} client={pageClient(state)} />
      </main>
      <PageFooter label={workspace.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
      <script type="application/json" id={STATE_ID} dangerouslySetInnerHTML={{ __html: jsonForScript(state) }} />
    </div>
  )
}
