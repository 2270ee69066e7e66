import { randomUUID } from 'node:crypto'
import { oneLine } from '../../../../kernel/text.ts'
import { createSketch, resemblance } from '../../domain/resemblance.ts'
import type { SourceText } from '../source-chunks.ts'
import type { Robots } from './robots.ts'
import { type VisitOptions, visitPage } from './visit-page.ts'

/** Returns true for a page that looks like the website's answer to an address that does not exist. */
export type NotFoundCheck = (address: string, text: SourceText) => boolean

/** Resemblance from which a page is the website's answer to addresses that do not exist. */
const MIN_ANSWER_RESEMBLANCE = 0.9

/** The text without what differs from address to address: the address itself. */
function comparableText(address: string, { title, text }: SourceText): string {
  const { pathname } = new URL(address)
  const lastSegment = pathname.split('/').at(-1) ?? ''
  const textWithoutAddress = `${title}\n${text}`.replaceAll(address, '').replaceAll(pathname, '')
  return oneLine(lastSegment === '' ? textWithoutAddress : textWithoutAddress.replaceAll(lastSegment, ''))
}

/**
 * Asks the website for an address that does not exist, since many answer those with a page and 200 (Bar-Yossef et al.,
 * "Sic transit gloria telae", 2004). Without such an answer, no page is taken for one.
 */
export async function probeNotFound(start: string, robots: Robots, options: VisitOptions): Promise<NotFoundCheck> {
  const address = new URL(`/${randomUUID()}`, start).href
  if (!robots.allows(address)) return () => false
  const probeVisit = await visitPage({ address, before: null }, options)
  if (probeVisit.kind !== 'read') return () => false
  const notFoundText = comparableText(address, probeVisit.text)
  const notFoundSketch = createSketch(notFoundText)
  return (candidateAddress, candidateText) => {
    if (candidateAddress === start) return false
    const comparedText = comparableText(candidateAddress, candidateText)
    return (
      comparedText === notFoundText || resemblance(createSketch(comparedText), notFoundSketch) >= MIN_ANSWER_RESEMBLANCE
    )
  }
}
