// The second script, loaded only for a tag with data-mode="launcher": a button, and a panel that holds the help page.
// The page itself is loaded when the panel opens for the first time.

import { isSelected } from '../kernel/address-patterns.ts'
import { followKeyboard } from './keyboard-space.ts'
import type { Launcher, LauncherEvents, LauncherModule, LauncherSettings } from './launcher-api.ts'
import { createButton } from './launcher-button.ts'
import { createPanel } from './launcher-panel.ts'
import { createBubble, waitForPrompt } from './launcher-prompt.ts'
import { LAUNCHER_STYLE } from './launcher-style.ts'
import { style } from './styled.ts'
import { color, frameAddress, isColor, pageOf } from './tag-settings.ts'

const INK = '#12262e'

// Handlers outlive a launcher, so that a page may take its tag out and put it back.
const handlers = new Map<keyof LauncherEvents, Set<(detail: never) => void>>()

const emit = <Name extends keyof LauncherEvents>(name: Name, detail: LauncherEvents[Name]): void => {
  for (const handler of handlers.get(name) ?? []) handler(detail as never)
}

export const mountLauncher: LauncherModule['mountLauncher'] = (data, origin, pages): Launcher => {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(LAUNCHER_STYLE)
  root.adoptedStyleSheets = [sheet]
  style(host, {
    all: 'initial',
    position: 'fixed',
    'z-index': '2147483647',
    inset: 'auto',
    'color-scheme': /^(light|dark)$/.test(data.theme ?? '') ? (data.theme as string) : 'light dark',
    '--ground': color(data.color, pages?.color ?? INK, isColor),
  })
  if (data.position === 'bottom-left') host.dataset.side = 'left'

  const button = createButton(data.label ?? '', () => (panel.isOpen() ? close() : open()))
  const panel = createPanel(data.title || data.label || 'Help', () => frameAddress(origin, data, location.href))
  // A pointer on the button announces a click: the page is on its way before it.
  button.addEventListener('pointerenter', panel.load)
  const bubble = createBubble(button, open)
  let question: string | undefined
  let ready = false
  let toldOpen = false
  let page = ''
  let rule: LauncherSettings['rules'][number] | undefined
  /** The prompt whose time has come. */
  let due: string | undefined
  let stopWaiting = () => {}

  const post = (message: object) => {
    if (ready) panel.frame.contentWindow?.postMessage(message, origin)
  }
  const askNow = () => {
    if (!ready || question === undefined) return
    post({ type: 'answerloom:ask', question })
    question = undefined
  }

  const suggest = () => post({ type: 'answerloom:suggest', questions: rule?.suggestions ?? [] })
  // The frame counts prompts, since the host page's storage is not ours.
  const askForPrompt = () => {
    if (due) post({ type: 'answerloom:may-prompt', perDay: pages?.promptsPerDay })
  }
  function endPrompt() {
    stopWaiting()
    due = undefined
    bubble.hide()
  }
  /** Single-page applications change the address without loading a page. */
  function followPage() {
    if (!pages || page === pageOf(location.href)) return
    page = pageOf(location.href)
    rule = pages.rules.find((one) => isSelected(page, one))
    endPrompt()
    suggest()
    const prompt = rule?.prompt
    if (prompt && !panel.isOpen())
      stopWaiting = waitForPrompt(prompt, () => {
        stopWaiting()
        due = prompt.text
        panel.load()
        askForPrompt()
      })
  }

  function open() {
    if (panel.isOpen()) return
    endPrompt()
    closed()
    panel.open()
    button.announce('')
    toldOpen = true
    button.setAttribute('aria-expanded', 'true')
    post({ type: 'answerloom:focus' })
    emit('open', undefined)
  }
  // The close event arrives late; the page may have opened the dialog again in between.
  function closed() {
    if (!toldOpen || panel.isOpen()) return
    toldOpen = false
    button.setAttribute('aria-expanded', 'false')
    emit('close', undefined)
  }
  const close = () => {
    panel.element.close()
    closed()
  }

  panel.onLeaveAtStart(() => post({ type: 'answerloom:focus', at: 'end' }))
  panel.element.addEventListener('close', closed)
  const listen = ({ origin: from, source, data: message }: MessageEvent) => {
    if (from !== origin || source !== panel.frame.contentWindow) return
    if (message?.type === 'answerloom:ready') {
      ready = true
      if (panel.isOpen()) post({ type: 'answerloom:focus' })
      if (pages) suggest()
      askForPrompt()
      askNow()
    } else if (message?.type === 'answerloom:close') close()
    else if (message?.type === 'answerloom:prompt' && due) bubble.show(due)
    else if (message?.type === 'answerloom:answer') {
      if (!panel.isOpen()) button.announce('New answer')
      emit('answer', { outcome: String(message.outcome) })
    }
  }
  addEventListener('message', listen)
  const stopFollowing = followKeyboard(panel.element)

  root.append(button, bubble.element, panel.element)
  const place = () => {
    followPage()
    if (!host.isConnected) document.documentElement.append(host)
  }
  place()
  button.readableText()

  return {
    open,
    close,
    ask(text) {
      question = String(text)
      open()
      askNow()
    },
    on(name, handler) {
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
    },
    off(name, handler) {
      handlers.get(name)?.delete(handler)
    },
    place,
    destroy() {
      removeEventListener('message', listen)
      stopFollowing()
      endPrompt()
      panel.element.close()
      host.remove()
    },
  }
}
