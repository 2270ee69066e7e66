/** A passage of a longer text, as it is indexed and shown. */
export interface Passage {
  /** The headings above it, outermost first. */
  heading_path: string[]
  text: string
}

/** Characters: about a screenful, so that a passage holds one thought and can be shown whole. */
export const PASSAGE_TARGET = 900
export const PASSAGE_MAX = 1600

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/

/** Blocks of a text: paragraphs, lists and code stay whole; a Markdown heading opens a section. */
function* blocks(text: string): Generator<{ heading?: { level: number; title: string }; block?: string }> {
  let lines: string[] = []
  let fenced = false
  const flush = () => {
    const block = lines.join('\n').trim()
    lines = []
    return block
  }
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    const heading = fenced ? null : HEADING.exec(line)
    if (heading || (!fenced && line.trim() === '')) {
      const block = flush()
      if (block) yield { block }
      if (heading) yield { heading: { level: heading[1]?.length ?? 1, title: heading[2] ?? '' } }
    } else lines.push(line)
  }
  const block = flush()
  if (block) yield { block }
}

/** Cuts an oversized block between sentences; a single sentence longer than the maximum is cut between words. */
function pieces(block: string): string[] {
  if (block.length <= PASSAGE_MAX) return [block]
  const out: string[] = []
  let current = ''
  const add = (part: string) => {
    if (current && current.length + part.length > PASSAGE_TARGET) {
      out.push(current.trim())
      current = ''
    }
    current += part
  }
  for (const sentence of block.split(/(?<=[.!?。！？؟।])(?=\s)|(?<=[。！？])|(?<=\n)/u)) {
    if (sentence.length <= PASSAGE_MAX) add(sentence)
    else
      for (let i = 0; i < sentence.length; ) {
        const space = sentence.lastIndexOf(' ', i + PASSAGE_TARGET)
        const end = i + PASSAGE_TARGET >= sentence.length ? sentence.length : space > i ? space + 1 : i + PASSAGE_TARGET
        add(sentence.slice(i, end))
        i = end
      }
  }
  if (current.trim()) out.push(current.trim())
  return out
}

/** Splits a text into passages that never cross a heading and never cut a sentence that fits. */
export function splitPassages(text: string): Passage[] {
  const out: Passage[] = []
  const path: { level: number; title: string }[] = []
  let current = ''
  const flush = () => {
    if (current.trim()) out.push({ heading_path: path.map((h) => h.title), text: current.trim() })
    current = ''
  }
  for (const { heading, block } of blocks(text)) {
    if (heading) {
      flush()
      while (path.length > 0 && (path.at(-1)?.level ?? 0) >= heading.level) path.pop()
      path.push(heading)
    }
    for (const piece of block ? pieces(block) : []) {
      if (current && current.length + piece.length > PASSAGE_TARGET) flush()
      current += current ? `\n\n${piece}` : piece
    }
  }
  flush()
  return out
}
