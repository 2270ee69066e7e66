import { blocksToPlainText, type MarkupBlock, parseMarkup } from '../../../kernel/markup.ts'
import { excerpt, slugify } from '../../../kernel/text.ts'
import { passageAnchor, type SourcePage, type SourcePagePassage } from '../../knowledge/contract.ts'
import type { PublicSource, SourcePart } from '../contract.ts'

const DESCRIPTION_MAX = 160
/** Deeper headings are not in the table of contents. */
const CONTENTS_DEPTH_MAX = 2
const CONTENTS_LENGTH_MIN = 3

/** A source as its page shows it: each passage with the headings and marks that begin before it. */
export function publicSource(sourcePage: SourcePage): PublicSource {
  const [rootHeading] = sourcePage.passages[0]?.headingPath ?? []
  const hasRootHeading =
    rootHeading !== undefined && sourcePage.passages.every(({ headingPath }) => headingPath[0] === rootHeading)
  const headingIdOf = createIdGenerator()
  let previousPath: string[] = []
  let previousPlace: string | null = null
  const sourceParts = sourcePage.passages.map((passage): SourcePart => {
    const headingPath = passage.headingPath.slice(hasRootHeading ? 1 : 0)
    const firstDifference = headingPath.findIndex((heading, depth) => heading !== previousPath[depth])
    const firstNewDepth = firstDifference < 0 ? headingPath.length : firstDifference
    const newHeadings = headingPath
      .slice(firstNewDepth)
      .map((title, headingIndex) => ({ id: headingIdOf(title), title, depth: firstNewDepth + headingIndex }))
    const newPlace = passage.place === previousPlace ? null : passage.place
    previousPath = headingPath
    previousPlace = passage.place
    return {
      id: passageAnchor(passage.position),
      mark: parsePageMark(newPlace),
      headings: newHeadings,
      ...shownParts(passage, sourcePage.url),
    }
  })
  const tableOfContents = sourceParts.flatMap(({ headings }) =>
    headings.filter(({ depth }) => depth < CONTENTS_DEPTH_MAX),
  )
  return {
    slug: sourcePage.slug,
    title: hasRootHeading ? rootHeading : sourcePage.title,
    description: excerpt(sourceParts.map(({ blocks }) => blocksToPlainText(blocks)).join(' '), DESCRIPTION_MAX),
    parts: sourceParts,
    contents: tableOfContents.length < CONTENTS_LENGTH_MIN ? [] : tableOfContents,
    url: sourcePage.url,
    original: sourcePage.original,
    isListed: sourcePage.isListed,
  }
}

/** The blocks of a passage, and its images behind the blocks in which the document has them. */
function shownParts(
  { content, images }: SourcePagePassage,
  baseUrl: string | null,
): Pick<SourcePart, 'blocks' | 'images'> {
  const markupBlocks: MarkupBlock[] = []
  const shownImages: SourcePart['images'] = []
  let startOffset = 0
  for (const { at, path, alt, width, height } of images) {
    const paragraphEnd = at === 0 ? 0 : content.indexOf('\n\n', at)
    const nextOffset = paragraphEnd < 0 ? content.length : Math.max(startOffset, paragraphEnd)
    markupBlocks.push(...parseMarkup(content.slice(startOffset, nextOffset), { base: baseUrl }))
    shownImages.push({ path, alt, width, height, after: markupBlocks.length })
    startOffset = nextOffset
  }
  markupBlocks.push(...parseMarkup(content.slice(startOffset), { base: baseUrl }))
  return { blocks: markupBlocks, images: shownImages }
}

function parsePageMark(passagePlace: string | null): SourcePart['mark'] {
  const [, unit, number] = /^(page|slide) (\d+)$/u.exec(passagePlace ?? '') ?? []
  return number === undefined ? null : { unit: unit === 'slide' ? 'slide' : 'page', number }
}

/** Ids that can be read in an address; passages have theirs, of the form `s-1`. */
function createIdGenerator(): (title: string) => string {
  const usesByName = new Map<string, number>()
  return (headingTitle) => {
    const headingName = `h-${slugify(headingTitle) || 'section'}`
    const useCount = (usesByName.get(headingName) ?? 0) + 1
    usesByName.set(headingName, useCount)
    return useCount === 1 ? headingName : `${headingName}--${useCount}`
  }
}
