import { hydrateRoot } from 'react-dom/client'
import { EARLY_MARK } from '../domain/early-question.ts'
import { frameClient, loadFaqs } from './frame/frame-client.ts'
import type { FrameState } from './frame/frame-state.ts'
import { closeOnEscape, handleHostMessages, isFramed, postToHost, reportHeight } from './frame/host-page.ts'
import { keptConversation } from './frame/kept-conversation.ts'
import { sendFromPanel } from './frame/need-help.ts'
import { Help } from './help.tsx'
import { HELP_ID, type QuestionRequest } from './help-state.ts'
import { readFaqs, readState } from './read-page.ts'
import { focusSearchOnKey } from './search/search-key.ts'

const help = document.getElementById(HELP_ID)
const state = help && (readState() as FrameState)

if (isFramed && !state?.inPanel) document.documentElement.classList.add('grows')
reportHeight()

if (help && state) {
  const talk = state.inPanel ? keptConversation(state.subdomain) : undefined
  const client = frameClient(state, talk?.id)
  let faqs = readFaqs(state)
  let partial = state.more
  const sent = document.documentElement.hasAttribute(EARLY_MARK)
  const early = sent && help.querySelector<HTMLInputElement>('input[name=q]')?.value.trim()
  let { suggestions } = state
  let request: QuestionRequest | undefined = early ? { question: early } : undefined
  const tree = () => (
    <Help state={{ ...state, partial, suggestions }} faqs={faqs} client={client} request={request} talk={talk} />
  )
  const root = hydrateRoot(help, tree())
  const show = () => root.render(tree())

  // The remaining FAQs are loaded on the first interaction, so that an unused frame costs almost nothing.
  let turned = !state.more
  const onTurn = async () => {
    if (turned) return
    turned = true
    const all = await loadFaqs(state.subdomain).catch(() => null)
    if (all) faqs = all
    partial = false
    show()
  }
  for (const type of ['pointerover', 'pointerdown', 'keydown']) help.addEventListener(type, () => void onTurn())

  // A source or form in the frame is opened without a history entry, since the history belongs to the host page.
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
    const faq = anchor && anchor[0] === '#' && document.getElementById(anchor.slice(1))?.closest('details')
    if (!faq) return
    event.preventDefault()
    faq.open = true
    faq.querySelector('summary')?.focus()
  })

  focusSearchOnKey()
  if (state.inPanel) {
    closeOnEscape()
    sendFromPanel(client, state.texts)
  }
  handleHostMessages({
    ask(question) {
      request = { question }
      show()
    },
    suggest(questions) {
      suggestions = questions
      show()
    },
  })
  postToHost({ type: 'answerloom:ready' })
}
