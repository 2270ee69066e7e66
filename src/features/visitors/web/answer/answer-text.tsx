import { createElement, type ReactElement } from 'react'
import { type MakeElement, type MarkupBlock, renderMarkup } from '../../../../kernel/markup.ts'

const make: MakeElement<ReactElement> = (tag, attributes, children) => createElement(tag, attributes, ...children)

/** A part of the page that the server rendered, read back by the script. */
export type PageNode = { text: string } | { tag: string; attributes: Record<string, string>; children: PageNode[] }

const elementOf = (node: PageNode): ReactElement | string =>
  'text' in node ? node.text : createElement(node.tag, node.attributes, ...node.children.map(elementOf))

/** An answer as blocks; in the script of a page, as the nodes that the server rendered. */
export type AnswerContent = MarkupBlock[] | PageNode[]

const isRead = (blocks: AnswerContent): blocks is PageNode[] => blocks.some((block) => !('kind' in block))

interface AnswerTextProps {
  blocks: AnswerContent
  writing?: boolean
  lang?: string
}

/** An answer with its markup; everything else in it is text. */
export const AnswerText = ({ blocks, writing = false, lang }: AnswerTextProps) =>
  createElement(
    'div',
    { className: writing ? 'answer answer-writing' : 'answer', lang, dir: 'auto' },
    ...(isRead(blocks) ? blocks.map(elementOf) : renderMarkup(blocks, make)),
  )
