// Served as /widget/elements.js: widget.js loads it where one of the elements is on the page. The product builds it with
// Preact in React's place.
import type { ClientOptions, PageLanguage, PublicFaq } from '@answerloom/client'
import { AnswerloomAsk } from '../../react/src/ask.tsx'
import { FaqList, getFaqs, selectFaqs } from '../../react/src/faq-list.tsx'
import type { Theme } from '../../react/src/parts.tsx'
import { AnswerloomSearch } from '../../react/src/search.tsx'
import { ENGLISH_TEXTS, type Texts } from '../../react/src/texts.ts'
import { ComponentElement } from './component-element.ts'

/** The server that this script comes from. */
const ORIGIN = new URL(import.meta.url).origin

const ATTRIBUTES = ['subdomain', 'server', 'lang', 'theme', 'placeholder', 'category', 'limit', 'heading']

/** Words in other languages than English, each a file of its own beside this script. */
const TEXTS: Partial<Record<string, () => Promise<Texts>>> = {
  ar: () => import('../../react/src/texts/ar.ts').then(({ ar }) => ar),
  de: () => import('../../react/src/texts/de.ts').then(({ de }) => de),
  es: () => import('../../react/src/texts/es.ts').then(({ es }) => es),
  fr: () => import('../../react/src/texts/fr.ts').then(({ fr }) => fr),
  it: () => import('../../react/src/texts/it.ts').then(({ it }) => it),
  ja: () => import('../../react/src/texts/ja.ts').then(({ ja }) => ja),
  nl: () => import('../../react/src/texts/nl.ts').then(({ nl }) => nl),
  pl: () => import('../../react/src/texts/pl.ts').then(({ pl }) => pl),
  pt: () => import('../../react/src/texts/pt.ts').then(({ pt }) => pt),
  tr: () => import('../../react/src/texts/tr.ts').then(({ tr }) => tr),
  zh: () => import('../../react/src/texts/zh.ts').then(({ zh }) => zh),
}

abstract class WorkspaceElement extends ComponentElement {
  static observedAttributes = ATTRIBUTES
  #texts: Texts | undefined
  #textsLanguage = ''
  /** True while the words are being loaded: the element shows its own content, not English for a moment. */
  #isLoadingTexts = false

  /** The language of the element, or of the page around it, without its region. */
  protected language(): string {
    const { lang } = this.closest<HTMLElement>('[lang]') ?? {}
    return (lang ?? '').split('-')[0]?.toLowerCase() ?? ''
  }

  /** The words in the element's language; null while they are being loaded. */
  protected texts(): Partial<Texts> | null {
    const language = this.language()
    if (language !== this.#textsLanguage) void this.#loadTexts(language)
    return this.#isLoadingTexts ? null : (this.#texts ?? {})
  }

  async #loadTexts(language: string) {
    this.#textsLanguage = language
    const load = TEXTS[language]
    this.#isLoadingTexts = load !== undefined
    this.#texts = undefined
    if (!load) return
    const texts = await load().catch((error: unknown) => console.warn('Answerloom', error))
    if (this.#textsLanguage !== language) return
    this.#texts = texts ?? undefined
    this.#isLoadingTexts = false
    this.update()
  }

  /** Null without a subdomain. */
  protected workspace(): ClientOptions | null {
    const subdomain = this.text('subdomain')
    if (!subdomain) return null
    const language = this.language()
    const isKnown = language === 'en' || language in TEXTS
    return {
      server: this.text('server') ?? ORIGIN,
      subdomain,
      language: isKnown ? (language as PageLanguage) : undefined,
    }
  }

  protected theme(): Theme | undefined {
    const theme = this.text('theme')
    return theme === 'light' || theme === 'dark' || theme === 'auto' ? theme : undefined
  }
}

class SearchElement extends WorkspaceElement {
  protected component() {
    const workspace = this.workspace()
    const texts = this.texts()
    const placeholder = this.text('placeholder')
    if (!workspace || !texts) return <slot />
    return (
      <AnswerloomSearch {...workspace} theme={this.theme()} texts={placeholder ? { ...texts, placeholder } : texts} />
    )
  }
}

class AskElement extends WorkspaceElement {
  protected component() {
    const workspace = this.workspace()
    const texts = this.texts()
    if (!workspace || !texts) return <slot />
    return (
      <AnswerloomAsk {...workspace} theme={this.theme()} texts={texts}>
        <slot>{texts.askQuestion ?? ENGLISH_TEXTS.askQuestion}</slot>
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
