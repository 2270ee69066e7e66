import { blocksToPlainText, type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'
import { excerpt, slugify } from '../../../kernel/text.ts'
import { passageAnchor, type SourcePage, type SourcePagePassage } from '../../knowledge/contract.ts'
import type { PublicSource, SourcePart } from '../contract.ts'

const DESCRIPTION_MAX = 160
/** Deeper headings are not in the table of contents. */
const CONTENTS_DEPTH = 2
const CONTENTS_MIN = 3

/** A source as its page shows it: each passage with the headings and marks that begin before it. */
export function publicSource(page: SourcePage): PublicSource {
  const [root] = page.passages[0]?.headingPath ?? []
  const hasRoot = root !== undefined && page.passages.every(({ headingPath }) => headingPath[0] === root)
  const nameId = uniqueIds()
  let before: string[] = []
  let mark: string | null = null
  const parts = page.passages.map((passage): SourcePart => {
    const path = passage.headingPath.slice(hasRoot ? 1 : 0)
    const same = path.findIndex((heading, depth) => heading !== before[depth])
    const first = same < 0 ? path.length : same
    const headings = path.slice(first).map((title, index) => ({ id: nameId(title), title, depth: first + index }))
    const place = passage.place === mark ? null : passage.place
    before = path
    mark = passage.place
    return {
      id: passageAnchor(passage.position),
      mark: markOf(place),
      headings,
      ...shownParts(passage, page.url),
    }
  })
  const contents = parts.flatMap(({ headings }) => headings.filter(({ depth }) => depth < CONTENTS_DEPTH))
  return {
    slug: page.slug,
    title: hasRoot ? root : page.title,
    description: excerpt(parts.map(({ blocks }) => blocksToPlainText(blocks)).join(' '), DESCRIPTION_MAX),
    parts,
    contents: contents.length < CONTENTS_MIN ? [] : contents,
    url: page.url,
    original: page.original,
    isListed: page.isListed,
  }
}

/** The blocks of a passage, and its images behind the blocks in which the document has them. */
function shownParts(
  { content, images }: SourcePagePassage,
  base: string | null,
): Pick<SourcePart, 'blocks' | 'images'> {
  const blocks: MarkupBlock[] = []
  const shown: SourcePart['images'] = []
  let start = 0
  for (const { at, path, alt, width, height } of images) {
    const end = at === 0 ? 0 : content.indexOf('\n\n', at)
    const next = end < 0 ? content.length : Math.max(start, end)
    blocks.push(...parseMarkup(content.slice(start, next), { base }))
    shown.push({ path, alt, width, height, after: blocks.length })
    start = next
  }
  blocks.push(...parseMarkup(content.slice(start), { base }))
  return { blocks, images: shown }
}

function markOf(place: string | null): SourcePart['mark'] {
  const [, unit, number] = /^(page|slide) (\d+)$/u.exec(place ?? '') ?? []
  return number === undefined ? null : { unit: unit === 'slide' ? 'slide' : 'page', number }
}

/** Ids that can be read in an address; passages have theirs, of the form `s-1`. */
function uniqueIds(): (title: string) => string {
  const taken = new Map<string, number>()
  return (title) => {
    const name = `h-${slugify(title) || 'section'}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name}--${count}`
  }
}
