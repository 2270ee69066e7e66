import { jsonForScript } from '../../../../kernel/escape-html.ts'
import { headingOf } from '../../domain/branding.ts'
import type { FrameView } from '../../domain/frame.ts'
import { BrandHeader } from '../brand-header.tsx'
import { NeedHelp } from '../collections/need-help.tsx'
import { Help } from '../help.tsx'
import { pageClient } from '../help-client.ts'
import { HELP_ID, STATE_ID } from '../help-state.ts'
import { shownFaq } from '../list/shown-faq.ts'
import { PageFooter } from '../page-footer.tsx'
import { frameStateOf } from './frame-state.ts'

/** The help page for other people's sites: without social links, as small as its content. */
export function FramePage({ view }: { view: FrameView }) {
  const { workspace, place, texts } = view
  const state = frameStateOf(view)
  return (
    <>
      {/* The document's main part holds all of it, so that its head and foot are no landmarks of their own. */}
      <main className={view.inPanel ? 'page frame in-panel' : 'page frame'} aria-label={headingOf(workspace, texts)}>
        {view.inPanel ? (
          // The panel has a header of its own.
          <h1 className="sr-only">{headingOf(workspace, texts)}</h1>
        ) : (
          <BrandHeader workspace={workspace} texts={texts} lang={place.contentLang || undefined} social={false} />
        )}
        <div className="column">
          {view.inPanel && (
            <p className="flex">
              <a href="#_need" className="quiet ms-auto">
                {texts.help.askPerson}
              </a>
            </p>
          )}
          <div id={HELP_ID}>
            <Help state={state} faqs={view.faqs.map(shownFaq)} client={pageClient(state)} />
          </div>
          {view.more && (
            <a href={place.base} className="quiet mt-3">
              {texts.allQuestions}
            </a>
          )}
          {view.inPanel && <NeedHelp place={place} texts={texts} className="need mt-6" />}
        </div>
        <PageFooter label={workspace.widget_show_powered_by ? texts.poweredBy : undefined} home={place.home} />
      </main>
      <script type="application/json" id={STATE_ID} dangerouslySetInnerHTML={{ __html: jsonForScript(state) }} />
    </>
  )
}
