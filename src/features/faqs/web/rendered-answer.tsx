import { createElement, type ReactElement, useMemo } from 'react'
import type { MakeElement } from '../../../kernel/markup.ts'
import { parseAnswer, renderMarkup } from '../domain/answer-markup.ts'
import './answer-markup.css'

const make: MakeElement<ReactElement> = (tag, attributes, children) => createElement(tag, attributes, ...children)

/** An answer as visitors read it. Text nodes only: HTML is shown as typed. */
export default function RenderedAnswer({ text }: { text: string }) {
  const elements = useMemo(() => renderMarkup(parseAnswer(text), make), [text])
  return createElement('div', { className: 'answer-markup text-base' }, ...elements)
}
