// widget.js, which a customer's script tag loads. It runs on other people's pages, so it is tiny, needs no style sheet,
// storage or cookie, and leaves the page unchanged when it is removed.
import { type Mounted, mountInline } from './inline-frame.ts'
import type { Launcher, LauncherApi, LauncherModule } from './launcher-api.ts'

interface Api extends LauncherApi {
  /** Mounts the tags on the page that are not mounted yet; happens by itself whenever the page changes. */
  mount(): void
  /** Takes the widget of one tag off the page; without a tag all of them, and the script's own traces. */
  destroy(tag?: HTMLScriptElement): void
}

declare global {
  interface Window {
    Answerloom?: Api
  }
}

function start(origin: string): Api {
  /** Null for a tag whose widget was destroyed while the tag stayed. */
  const mounted = new Map<HTMLScriptElement, Mounted | null>()
  let launcherTag: HTMLScriptElement | undefined
  let launcher: Launcher | undefined
  let waiting: ((launcher: Launcher) => void)[] = []
  let due = 0
  let hasElements = false
  const warn = (error: unknown) => console.warn('Answerloom', error)

  const withLauncher = (call: (launcher: Launcher) => void): void => {
    if (launcher) call(launcher)
    else waiting.push(call)
  }

  /** The second script comes only where a tag wants it. */
  function mountLauncher(tag: HTMLScriptElement): Mounted {
    launcherTag = tag
    // A module import: its URL is not a Trusted Types sink, and it inherits this script's nonce. The parameter
    // identifies the workspace for the installation check; nothing else is loaded until the panel opens.
    import(/* @vite-ignore */ `${origin}/widget/launcher.js?workspace_id=${tag.dataset.workspaceId}`).then(
      (module: LauncherModule) => {
        if (launcherTag !== tag) return
        launcher = module.mountLauncher(tag.dataset, origin, module.pages)
        for (const call of waiting.splice(0)) call(launcher)
      },
      warn,
    )
    return {
      place: () => launcher?.place(),
      destroy() {
        launcher?.destroy()
        launcher = launcherTag = undefined
      },
    }
  }

  function unmount(tag: HTMLScriptElement) {
    mounted.get(tag)?.destroy()
    mounted.set(tag, null)
  }

  function mount() {
    due = 0
    for (const tag of mounted.keys()) {
      if (tag.isConnected) continue
      unmount(tag)
      mounted.delete(tag)
    }
    for (const tag of document.querySelectorAll<HTMLScriptElement>('script[data-workspace-id]')) {
      // A tag that waits for consent has a type no browser runs.
      if (mounted.has(tag) || !tag.src.startsWith(`${origin}/widget.js`) || !/^$|javascript|module/.test(tag.type))
        continue
      if (tag.dataset.mode !== 'launcher') mounted.set(tag, mountInline(tag, origin))
      else if (!launcherTag) mounted.set(tag, mountLauncher(tag))
    }
    for (const one of mounted.values()) one?.place()
    if (hasElements || !document.querySelector('answerloom-search,answerloom-ask,answerloom-faq')) return
    hasElements = true
    import(/* @vite-ignore */ `${origin}/widget/elements.js`).catch(warn)
  }

  // Single-page applications insert, move and remove tags without running scripts again.
  const observer = new MutationObserver(() => {
    due ||= requestAnimationFrame(mount)
  })
  observer.observe(document, { childList: true, subtree: true })

  return {
    mount,
    destroy(tag) {
      if (tag) return unmount(tag)
      observer.disconnect()
      cancelAnimationFrame(due)
      for (const element of mounted.keys()) unmount(element)
      waiting = []
      delete window.Answerloom
    },
    open: () => withLauncher((one) => one.open()),
    close: () => withLauncher((one) => one.close()),
    ask: (question) => withLauncher((one) => one.ask(question)),
    on: (name, handler) => withLauncher((one) => one.on(name, handler)),
    off: (name, handler) => withLauncher((one) => one.off(name, handler)),
  }
}

const script = document.currentScript as HTMLScriptElement | null
if (script) {
  window.Answerloom ??= start(new URL(script.src).origin)
  window.Answerloom.mount()
}
