import { createElement, type ReactElement } from 'react'
import { type MakeElement, type MarkupBlock, renderMarkup } from '../../../../kernel/markup.ts'

const make: MakeElement<ReactElement> = (tag, attributes, children) => createElement(tag, attributes, ...children)

interface AnswerTextProps {
  blocks: MarkupBlock[]
  writing?: boolean
  lang?: string
}

/** An answer with its markup; everything else in it is text. */
export const AnswerText = ({ blocks, writing = false, lang }: AnswerTextProps) =>
  createElement(
    'div',
    { className: writing ? 'answer answer-writing' : 'answer', lang, dir: 'auto' },
    ...renderMarkup(blocks, make),
  )
