// Served as /widget/elements.js: widget.js loads it where one of the elements is on the page. The product builds it with
// Preact in React's place.
import type { ClientOptions, PageLanguage, PublicFaq } from '@answerloom/client'
import { AnswerloomAsk } from '../../react/src/ask.tsx'
import { FaqList, getFaqs, selectFaqs } from '../../react/src/faq-list.tsx'
import type { Theme } from '../../react/src/parts.tsx'
import { AnswerloomSearch } from '../../react/src/search.tsx'
import { ComponentElement } from './component-element.ts'

/** The server that this script comes from. */
const ORIGIN = new URL(import.meta.url).origin

const ATTRIBUTES = ['subdomain', 'server', 'lang', 'theme', 'placeholder', 'category', 'limit', 'heading']

abstract class WorkspaceElement extends ComponentElement {
  static observedAttributes = ATTRIBUTES

  /** Null without a subdomain. */
  protected workspace(): ClientOptions | null {
    const subdomain = this.text('subdomain')
    if (!subdomain) return null
    return { server: this.text('server') ?? ORIGIN, subdomain, language: this.text('lang') as PageLanguage | undefined }
  }

  protected theme(): Theme | undefined {
    const theme = this.text('theme')
    return theme === 'light' || theme === 'dark' || theme === 'auto' ? theme : undefined
  }
}

class SearchElement extends WorkspaceElement {
  protected component() {
    const workspace = this.workspace()
    const placeholder = this.text('placeholder')
    if (!workspace) return <slot />
    return <AnswerloomSearch {...workspace} theme={this.theme()} texts={placeholder ? { placeholder } : undefined} />
  }
}

class AskElement extends WorkspaceElement {
  protected component() {
    const workspace = this.workspace()
    if (!workspace) return <slot />
    return (
      <AnswerloomAsk {...workspace} theme={this.theme()}>
        <slot>Ask a question</slot>
      </AnswerloomAsk>
    )
  }
}

/** Shows its own content until the FAQs have arrived, and where they do not. */
class FaqElement extends WorkspaceElement {
  #faqs: PublicFaq[] | undefined
  #loaded = ''

  protected component() {
    void this.#load()
    const limit = Number(this.text('limit')) || undefined
    if (!this.#faqs) return <slot />
    const shown = selectFaqs(this.#faqs, { category: this.text('category'), limit })
    return <FaqList faqs={shown} heading={this.text('heading')} theme={this.theme()} />
  }

  async #load() {
    const workspace = this.workspace()
    const wanted = workspace ? `${workspace.server} ${workspace.subdomain}` : ''
    if (!workspace || wanted === this.#loaded) return
    this.#loaded = wanted
    try {
      const faqs = await getFaqs(workspace)
      if (this.#loaded !== wanted) return
      this.#faqs = faqs
      this.update()
    } catch (error) {
      console.warn('Answerloom', error)
    }
  }
}

for (const [name, element] of [
  ['answerloom-search', SearchElement],
  ['answerloom-ask', AskElement],
  ['answerloom-faq', FaqElement],
] as const)
  if (!customElements.get(name)) customElements.define(name, element)
