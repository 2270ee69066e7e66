import type { MarkupBlock, MarkupInline } from '../../../kernel/markup.ts'

// The parts never change their order, so indexes are valid keys.
function Inline({ parts }: { parts: MarkupInline[] }) {
  return parts.map((part, position) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'break') return <br key={position} />
    if (part.kind === 'strong')
      return (
        <strong key={position}>
          <Inline parts={part.children} />
        </strong>
      )
    return (
      <a key={position} href={part.href} target="_blank" rel="noopener nofollow">
        {part.text}
      </a>
    )
  })
}

interface AnswerTextProps {
  blocks: MarkupBlock[]
  writing?: boolean
  lang?: string
}

/** An answer as paragraphs, lists, bold and links; everything else in it is text. */
export function AnswerText({ blocks, writing = false, lang }: AnswerTextProps) {
  return (
    <div className={writing ? 'answer answer-writing' : 'answer'} lang={lang} dir="auto">
      {blocks.map((block, position) => {
        if (block.kind === 'paragraph')
          return (
            <p key={position}>
              <Inline parts={block.children} />
            </p>
          )
        const items = block.items.map((item, row) => (
          <li key={row}>
            <Inline parts={item} />
          </li>
        ))
        return block.ordered ? (
          <ol key={position} start={block.start === 1 ? undefined : block.start}>
            {items}
          </ol>
        ) : (
          <ul key={position}>{items}</ul>
        )
      })}
    </div>
  )
}
