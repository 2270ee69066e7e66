import type { MarkupInline, MarkupOptions } from './blocks.ts'
import { entityAt, htmlAt } from './html-tags.ts'
import { appendInline, imageNodeAt, linkNodeTo, plainTextOf, trimInlines } from './inline-nodes.ts'
import { addressAt, safeAddress } from './links.ts'

type MarkKind = 'strong' | 'emphasis'
type OpenFrame = {
  kind: MarkKind | 'bracket' | 'image' | 'anchor' | 'root'
  marker: string
  children: MarkupInline[]
  href: string | null
}

/** Marks that may be open at once; further ones are text. Bounds the work on hostile texts. */
const MAX_OPEN = 24
const LINK_TARGET =
  /\(\s*(?:<([^<>\n]{0,2000})>|((?:[^\s()]|\([^\s()]{0,500}\)){0,2000}))(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)/uy
const REFERENCE = /\[[^\]\n]{0,200}\]/uy
const ATTRIBUTES = /\{[#:.][^{}\n]{0,200}\}/uy
const FOOTNOTE = /\[\^[^\]\n]{1,50}\]/uy
/** A command rather than an address: of an address that no browser opens (`market://…`) the label is enough. */
const FOREIGN_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\/\/)/iu
const ESCAPABLE = /[\\`*_{}[\]()#+\-.!~<>|]/u
const PLAIN_TEXT = /[^\\`*_[\]<&\n{!hH]+/uy
/** Lines of at least this length were wrapped by an editor, not by their author. */
const WRAPPED_LENGTH = 50
/** A line of nothing but code or bold text: the term that the next line explains. */
const LABEL_LINE = /^\s*(?:`[^`\n]{1,200}`|\*\*[^*\n]{1,200}\*\*)\s*$/u

/** Reads the inline markup of one paragraph, item or cell. Any text is valid; linear in its length. */
export function parseInline(sourceText: string, markupOptions: MarkupOptions = {}): MarkupInline[] {
  return new InlineParser(sourceText, markupOptions).parse()
}

class InlineParser {
  readonly #text: string
  readonly #base: string | null | undefined
  readonly #stack: OpenFrame[] = [{ kind: 'root', marker: '', children: [], href: null }]
  readonly #unclosedTicks = new Set<number>()
  #position = 0

  constructor(sourceText: string, { base }: MarkupOptions) {
    this.#text = sourceText
    this.#base = base
  }

  parse(): MarkupInline[] {
    while (this.#position < this.#text.length) this.#step()
    while (this.#stack.length > 1) this.#abandon()
    return trimInlines(this.#top.children)
  }

  get #top(): OpenFrame {
    return this.#stack.at(-1)!
  }

  #match(stickyPattern: RegExp, position = this.#position): RegExpExecArray | null {
    stickyPattern.lastIndex = position
    return stickyPattern.exec(this.#text)
  }

  #step() {
    const plainMatch = this.#match(PLAIN_TEXT)
    if (plainMatch) return this.#addText(plainMatch[0], plainMatch[0].length)
    switch (this.#text[this.#position]) {
      case '\\':
        return this.#escape()
      case '`':
        return this.#code()
      case '*':
      case '_':
        return this.#mark()
      case '!':
        return this.#text[this.#position + 1] === '[' ? this.#open('image', '![') : this.#addText('!', 1)
      case '[':
        return this.#openBracket()
      case ']':
        return this.#closeBracket()
      case '<':
        return this.#html()
      case '&': {
        const entityMatch = entityAt(this.#text, this.#position)
        return entityMatch ? this.#addText(entityMatch.text, entityMatch.end - this.#position) : this.#addText('&', 1)
      }
      case '{': {
        // Two braces are a placeholder of the content.
        const attributes = this.#text[this.#position - 1] === '{' ? null : this.#match(ATTRIBUTES)
        return attributes ? this.#addText('', attributes[0].length) : this.#addText('{', 1)
      }
      case '\n':
        return this.#lineEnd()
      default:
        return this.#address()
    }
  }

  #addText(sourceText: string, consumed: number) {
    this.#position += consumed
    if (sourceText !== '') appendInline(this.#top.children, { kind: 'text', text: sourceText })
  }

  #add(inlineNode: MarkupInline, end: number) {
    this.#position = end
    appendInline(this.#top.children, inlineNode)
  }

  #escape() {
    const nextCharacter = this.#text[this.#position + 1]
    if (nextCharacter === '\n') this.#add({ kind: 'break' }, this.#position + 2)
    else if (nextCharacter !== undefined && ESCAPABLE.test(nextCharacter)) this.#addText(nextCharacter, 2)
    else this.#addText('\\', 1)
  }

  #code() {
    const tickStart = this.#position
    let tickEnd = tickStart
    while (this.#text[tickEnd] === '`') tickEnd += 1
    const tickCount = tickEnd - tickStart
    const closingStart = this.#unclosedTicks.has(tickCount) ? -1 : closingTicks(this.#text, tickEnd, tickCount)
    if (closingStart < 0) {
      this.#unclosedTicks.add(tickCount)
      return this.#addText(this.#text.slice(tickStart, tickEnd), tickCount)
    }
    const codeText = this.#text.slice(tickEnd, closingStart).replace(/\s+/gu, ' ').trim()
    if (codeText === '') this.#position = closingStart + tickCount
    else this.#add({ kind: 'code', text: codeText }, closingStart + tickCount)
  }

  /** `**`, `__`, `*` or `_`: a mark opens before and closes after a character that is not a space. */
  #mark() {
    const runStart = this.#position
    const character = this.#text[runStart]!
    let runEnd = runStart
    while (this.#text[runEnd] === character) runEnd += 1
    const runLength = runEnd - runStart
    const characterBefore = this.#text[runStart - 1]
    const characterAfter = this.#text[runEnd]
    const isUnderscore = character === '_'
    const mayClose = isSolid(characterBefore) && !(isUnderscore && isLetter(characterAfter))
    const mayOpen = isSolid(characterAfter) && !(isUnderscore && isLetter(characterBefore))
    if (runLength > 3 || (!mayOpen && !mayClose)) return this.#addText(this.#text.slice(runStart, runEnd), runLength)
    const markLengths = runLength < 3 ? [runLength] : mayClose && !mayOpen ? [1, 2] : [2, 1]
    this.#position = runEnd
    for (const markLength of markLengths) {
      const markKind: MarkKind = markLength === 2 ? 'strong' : 'emphasis'
      if (mayClose && this.#closeMark(markKind, character.repeat(markLength))) continue
      if (mayOpen) this.#open(markKind, character.repeat(markLength), 0)
      else appendInline(this.#top.children, { kind: 'text', text: character.repeat(markLength) })
    }
  }

  #open(
    frameKind: OpenFrame['kind'],
    typedMarker: string,
    consumed = typedMarker.length,
    linkTarget: string | null = null,
  ) {
    if (this.#stack.length > MAX_OPEN) return this.#addText(typedMarker, consumed)
    this.#position += consumed
    this.#stack.push({ kind: frameKind, marker: typedMarker, children: [], href: linkTarget })
  }

  #openBracket() {
    const footnote = this.#match(FOOTNOTE)
    if (footnote) this.#position += footnote[0].length
    else this.#open('bracket', '[')
  }

  /** Ends the topmost open mark of this kind; those inside it were none. False when there is none in this link. */
  #closeMark(markKind: MarkKind, typedMarker: string): boolean {
    for (let frameIndex = this.#stack.length - 1; frameIndex > 0; frameIndex -= 1) {
      const openFrame = this.#stack[frameIndex]!
      if (openFrame.kind === 'bracket' || openFrame.kind === 'image' || openFrame.kind === 'anchor') return false
      if (openFrame.kind !== markKind || openFrame.marker !== typedMarker) continue
      while (this.#stack.length > frameIndex + 1) this.#abandon()
      this.#stack.pop()
      if (openFrame.children.length > 0)
        appendInline(this.#top.children, { kind: markKind, children: openFrame.children })
      return true
    }
    return false
  }

  #closeBracket() {
    const frameIndex = this.#stack.findLastIndex(({ kind }) => kind === 'bracket' || kind === 'image')
    if (frameIndex < 0) return this.#addText(']', 1)
    const target = this.#match(LINK_TARGET, this.#position + 1)
    const reference = target ?? this.#match(REFERENCE, this.#position + 1)
    while (this.#stack.length > frameIndex + 1) this.#abandon()
    if (!reference) {
      this.#abandon()
      return this.#addText(']', 1)
    }
    const openFrame = this.#stack.pop()!
    this.#position += 1 + reference[0].length
    const targetAddress = target ? (target[1] ?? target[2] ?? '') : ''
    if (FOREIGN_SCHEME.test(targetAddress) && safeAddress(targetAddress, null) === null)
      this.#addTyped(openFrame, `](${targetAddress})`)
    else this.#addLink(openFrame, targetAddress)
  }

  /** A link that does something else than lead to a page is shown as it was typed. */
  #addTyped({ marker, children }: OpenFrame, typedRest: string) {
    const typedNodes: MarkupInline[] = [{ kind: 'text', text: marker }, ...children, { kind: 'text', text: typedRest }]
    for (const inlineNode of typedNodes) appendInline(this.#top.children, inlineNode)
  }

  /** A link that leads nowhere safe is its label; an image of another host is a link to it. */
  #addLink({ kind, children }: OpenFrame, targetAddress: string) {
    const imageNode = kind === 'image' ? imageNodeAt(targetAddress, plainTextOf(children)) : null
    if (imageNode) return appendInline(this.#top.children, imageNode)
    const linkTarget = safeAddress(targetAddress, this.#base)
    const labelNodes =
      children.length > 0 ? children : kind === 'image' ? [{ kind: 'text', text: 'Image' } as const] : []
    if (linkTarget === null) {
      for (const childNode of kind === 'image' ? [] : labelNodes) appendInline(this.#top.children, childNode)
    } else if (labelNodes.length > 0) appendInline(this.#top.children, linkNodeTo(linkTarget, labelNodes))
  }

  #html() {
    const plainAddress = addressAt(this.#text, this.#position + 1)
    const addressEnd = this.#position + 1 + (plainAddress?.length ?? 0)
    if (plainAddress !== null && this.#text[addressEnd] === '>')
      return this.#add(linkNodeTo(plainAddress, [{ kind: 'text', text: plainAddress }]), addressEnd + 1)
    const htmlMatch = htmlAt(this.#text, this.#position)
    if (!htmlMatch) return this.#addText('<', 1)
    const { token } = htmlMatch
    const start = this.#position
    this.#position = htmlMatch.end
    if (token.kind === 'break') appendInline(this.#top.children, { kind: 'break' })
    else if (token.kind === 'code') appendInline(this.#top.children, { kind: 'code', text: token.text })
    else if (token.kind === 'link') this.#open('anchor', '', 0, token.href)
    else if (token.kind === 'link-end') this.#closeAnchor()
    else if (token.kind === 'mark') {
      if (token.opens) this.#open(token.mark, '', 0)
      else if (!this.#closeMark(token.mark, '')) this.#addText(this.#text.slice(start, htmlMatch.end), 0)
    }
  }

  #closeAnchor() {
    const frameIndex = this.#stack.findLastIndex(({ kind }) => kind === 'anchor')
    if (frameIndex < 0) return
    while (this.#stack.length > frameIndex + 1) this.#abandon()
    const openFrame = this.#stack.pop()!
    this.#addLink(openFrame, openFrame.href ?? '')
  }

  /** The innermost open mark was none: its sign is text. */
  #abandon() {
    const { marker, children } = this.#stack.pop()!
    if (marker !== '') appendInline(this.#top.children, { kind: 'text', text: marker })
    for (const childNode of children) appendInline(this.#top.children, childNode)
  }

  #lineEnd() {
    const lineStart = this.#text.lastIndexOf('\n', this.#position - 1) + 1
    const lineBefore = this.#text.slice(lineStart, this.#position)
    const textAfter = this.#text.slice(this.#position + 1, this.#position + 80)
    const isHardBreak = lineBefore.endsWith('  ') || LABEL_LINE.test(lineBefore) || !joinsLines(lineBefore, textAfter)
    this.#trimEnd()
    if (isHardBreak) this.#add({ kind: 'break' }, this.#position + 1)
    else this.#addText(' ', 1)
    while (this.#text[this.#position] === ' ') this.#position += 1
  }

  #trimEnd() {
    const lastNode = this.#top.children.at(-1)
    if (lastNode?.kind !== 'text') return
    lastNode.text = lastNode.text.trimEnd()
    if (lastNode.text === '') this.#top.children.pop()
  }

  #address() {
    const isWordStart = !isLetter(this.#text[this.#position - 1])
    const plainAddress = isWordStart ? addressAt(this.#text, this.#position) : null
    if (plainAddress === null) return this.#addText(this.#text[this.#position]!, 1)
    this.#add(linkNodeTo(plainAddress, [{ kind: 'text', text: plainAddress }]), this.#position + plainAddress.length)
  }
}

/** True when a line continues in the next one because an editor has wrapped it. */
export const joinsLines = (sourceLine: string, nextLine: string): boolean =>
  sourceLine.trim().length >= WRAPPED_LENGTH || /^\s*\p{Ll}/u.test(nextLine)

const isSolid = (character: string | undefined) => character !== undefined && !/\s/u.test(character)
const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

function closingTicks(sourceText: string, searchStart: number, tickCount: number): number {
  for (
    let position = sourceText.indexOf('`', searchStart);
    position !== -1;
    position = sourceText.indexOf('`', position)
  ) {
    let end = position
    while (sourceText[end] === '`') end += 1
    if (end - position === tickCount) return position
    position = end
  }
  return -1
}
