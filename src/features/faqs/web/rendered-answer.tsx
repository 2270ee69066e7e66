import { createElement, type ReactElement, useMemo } from 'react'
import type { MakeElement } from '../../../kernel/markup.ts'
import { parseAnswer, renderMarkup } from '../domain/answer-markup.ts'

const CLASSES: Partial<Record<Parameters<MakeElement<ReactElement>>[0], string>> = {
  ol: 'list-decimal space-y-1 pl-6 marker:text-ink-faint marker:tabular-nums',
  ul: 'list-disc space-y-1 pl-6 marker:text-ink-faint',
  li: 'pl-1',
  strong: 'font-semibold',
  h3: 'font-semibold',
  h4: 'font-semibold',
  code: 'font-mono text-[0.9em]',
  pre: 'overflow-x-auto rounded-md border border-line p-3',
  table: 'block overflow-x-auto',
  th: 'pr-3 text-left align-top font-semibold',
  td: 'pr-3 align-top',
  a: 'text-link underline decoration-link/40 underline-offset-2 break-words hover:decoration-link',
}

const make: MakeElement<ReactElement> = (tag, attributes, children) =>
  createElement(tag, { ...attributes, className: CLASSES[tag] }, ...children)

/** An answer as visitors read it. Text nodes only: HTML is shown as typed. */
export default function RenderedAnswer({ text }: { text: string }) {
  const elements = useMemo(() => renderMarkup(parseAnswer(text), make), [text])
  return createElement('div', { className: 'space-y-3 text-base break-words text-ink' }, ...elements)
}
