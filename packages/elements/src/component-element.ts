import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import componentStyles from '../../react/src/styles.css?inline'

/** Adds what the page around a shadow root cannot style away by accident. */
const HOST_STYLE = ':host{display:block}:host([hidden]){display:none}'

let sheet: CSSStyleSheet | undefined

/** One constructed sheet for all elements, which a policy against inline styles allows. */
function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(HOST_STYLE + componentStyles)
  }
  return sheet
}

/** A custom element that shows a component in its shadow root. Its attributes are the component's properties. */
export abstract class ComponentElement extends HTMLElement {
  #root: Root | undefined

  /** The component for the present attributes. Without a workspace the element's own content stays visible. */
  protected abstract component(): ReactNode

  connectedCallback(): void {
    if (!this.shadowRoot) this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sharedSheet()]
    if (!this.#root && this.shadowRoot) this.#root = createRoot(this.shadowRoot)
    this.update()
  }

  disconnectedCallback(): void {
    // An element that is only moved is connected again at once and keeps its state.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
    })
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.update()
  }

  protected update(): void {
    this.#root?.render(this.component())
  }

  protected text(name: string): string | undefined {
    return this.getAttribute(name)?.trim() || undefined
  }
}
