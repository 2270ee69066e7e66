import { useMemo } from 'react'
import { type AnswerBlock, type AnswerInline, parseAnswer } from '../domain/answer-markup.ts'

/** An answer as visitors read it. Text nodes only: HTML is shown as typed. */
export function AnswerText({ text }: { text: string }) {
  const blocks = useMemo(() => parseAnswer(text), [text])
  return (
    <div className="space-y-3 text-base break-words text-ink">
      {keyed(blocks).map(([key, block]) => (
        <Block key={key} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: AnswerBlock }) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Inlines parts={block.children} />
      </p>
    )
  }
  const items = keyed(block.items).map(([key, item]) => (
    <li key={key} className="pl-1">
      <Inlines parts={item} />
    </li>
  ))
  return block.ordered ? (
    <ol start={block.start} className="list-decimal space-y-1 pl-6 marker:text-ink-faint marker:tabular-nums">
      {items}
    </ol>
  ) : (
    <ul className="list-disc space-y-1 pl-6 marker:text-ink-faint">{items}</ul>
  )
}

function Inlines({ parts }: { parts: AnswerInline[] }) {
  return keyed(parts).map(([key, part]) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'break') return <br key={key} />
    if (part.kind === 'strong') {
      return (
        <strong key={key} className="font-semibold">
          <Inlines parts={part.children} />
        </strong>
      )
    }
    return (
      <a
        key={key}
        href={part.href}
        target="_blank"
        rel="noopener nofollow"
        className="text-link underline decoration-link/40 underline-offset-2 break-all hover:decoration-link"
      >
        {part.text}
      </a>
    )
  })
}

/** The parsed parts never change their order, so indexes are valid keys. */
const keyed = <T,>(parts: readonly T[]): [string, T][] => parts.map((part, index) => [String(index), part])
