import type { MarkupBlock } from '@answerloom/client'
import { createElement, type ReactElement } from 'react'
import { type MakeElement, renderMarkup } from '../../../src/kernel/markup/render.ts'

/** The look of a component: as the page around it, or fixed. `auto` follows the visitor's system. */
export type Theme = 'light' | 'dark' | 'auto'

/** Names an element for style sheets: `[data-part~=…]` on a page, `::part(…)` outside a shadow root. */
export const part = (name: string) => ({ 'data-part': name, part: name })

/** Attributes of a component's outermost element. */
export const rootProps = (name: string, theme: Theme | undefined, className: string | undefined) => ({
  ...part(name),
  'data-answerloom': '',
  'data-theme': theme,
  className,
})

const make: MakeElement<ReactElement> = (tag, attributes, children) => createElement(tag, attributes, ...children)

/** Markup as elements: the renderer of the help page. Everything that is not markup is text. */
export const Markup = ({ blocks, name }: { blocks: readonly MarkupBlock[]; name: string }) =>
  createElement('div', { ...part(`${name} markup`), dir: 'auto' }, ...renderMarkup(blocks, make))
