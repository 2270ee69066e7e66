import type { MarkupInline, MarkupOptions } from './blocks.ts'
import { entityAt, htmlAt } from './html-tags.ts'
import { append, imageAt, linkTo, trimmed, wordsOf } from './inline-nodes.ts'
import { addressAt, safeAddress } from './links.ts'

type MarkKind = 'strong' | 'emphasis'
type Frame = {
  kind: MarkKind | 'bracket' | 'image' | 'anchor' | 'root'
  marker: string
  children: MarkupInline[]
  href: string | null
}

/** Marks that may be open at once; further ones are text. Bounds the work on hostile texts. */
const MAX_OPEN = 24
const TARGET =
  /\(\s*(?:<([^<>\n]{0,2000})>|((?:[^\s()]|\([^\s()]{0,500}\)){0,2000}))(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'))?\s*\)/uy
const REFERENCE = /\[[^\]\n]{0,200}\]/uy
const ATTRIBUTES = /\{[#:.][^{}\n]{0,200}\}/uy
const FOOTNOTE = /\[\^[^\]\n]{1,50}\]/uy
/** A command rather than an address: of an address that no browser opens (`market://…`) the label is enough. */
const FOREIGN_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\/\/)/iu
const ESCAPABLE = /[\\`*_{}[\]()#+\-.!~<>|]/u
const PLAIN = /[^\\`*_[\]<&\n{!hH]+/uy
/** Lines of at least this length were wrapped by an editor, not by their author. */
const WRAPPED_LENGTH = 50
/** A line of nothing but code or bold text: the term that the next line explains. */
const LABEL = /^\s*(?:`[^`\n]{1,200}`|\*\*[^*\n]{1,200}\*\*)\s*$/u

/** Reads the inline markup of one paragraph, item or cell. Any text is valid; linear in its length. */
export function parseInline(text: string, options: MarkupOptions = {}): MarkupInline[] {
  return new InlineParser(text, options).parse()
}

class InlineParser {
  readonly #text: string
  readonly #base: string | null | undefined
  readonly #stack: Frame[] = [{ kind: 'root', marker: '', children: [], href: null }]
  readonly #unclosedTicks = new Set<number>()
  #position = 0

  constructor(text: string, { base }: MarkupOptions) {
    this.#text = text
    this.#base = base
  }

  parse(): MarkupInline[] {
    while (this.#position < this.#text.length) this.#step()
    while (this.#stack.length > 1) this.#abandon()
    return trimmed(this.#top.children)
  }

  get #top(): Frame {
    return this.#stack.at(-1)!
  }

  #match(pattern: RegExp, position = this.#position): RegExpExecArray | null {
    pattern.lastIndex = position
    return pattern.exec(this.#text)
  }

  #step() {
    const plain = this.#match(PLAIN)
    if (plain) return this.#addText(plain[0], plain[0].length)
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
        const entity = entityAt(this.#text, this.#position)
        return entity ? this.#addText(entity.text, entity.end - this.#position) : this.#addText('&', 1)
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

  #addText(text: string, consumed: number) {
    this.#position += consumed
    if (text !== '') append(this.#top.children, { kind: 'text', text })
  }

  #add(inline: MarkupInline, end: number) {
    this.#position = end
    append(this.#top.children, inline)
  }

  #escape() {
    const next = this.#text[this.#position + 1]
    if (next === '\n') this.#add({ kind: 'break' }, this.#position + 2)
    else if (next !== undefined && ESCAPABLE.test(next)) this.#addText(next, 2)
    else this.#addText('\\', 1)
  }

  #code() {
    const start = this.#position
    let end = start
    while (this.#text[end] === '`') end += 1
    const length = end - start
    const close = this.#unclosedTicks.has(length) ? -1 : closingTicks(this.#text, end, length)
    if (close < 0) {
      this.#unclosedTicks.add(length)
      return this.#addText(this.#text.slice(start, end), length)
    }
    const code = this.#text.slice(end, close).replace(/\s+/gu, ' ').trim()
    if (code === '') this.#position = close + length
    else this.#add({ kind: 'code', text: code }, close + length)
  }

  /** `**`, `__`, `*` or `_`: a mark opens before and closes after a character that is not a space. */
  #mark() {
    const start = this.#position
    const character = this.#text[start]!
    let end = start
    while (this.#text[end] === character) end += 1
    const run = end - start
    const before = this.#text[start - 1]
    const after = this.#text[end]
    const isWord = character === '_'
    const closes = isSolid(before) && !(isWord && isLetter(after))
    const opens = isSolid(after) && !(isWord && isLetter(before))
    if (run > 3 || (!opens && !closes)) return this.#addText(this.#text.slice(start, end), run)
    const parts = run < 3 ? [run] : closes && !opens ? [1, 2] : [2, 1]
    this.#position = end
    for (const part of parts) {
      const kind: MarkKind = part === 2 ? 'strong' : 'emphasis'
      if (closes && this.#closeMark(kind, character.repeat(part))) continue
      if (opens) this.#open(kind, character.repeat(part), 0)
      else append(this.#top.children, { kind: 'text', text: character.repeat(part) })
    }
  }

  #open(kind: Frame['kind'], marker: string, consumed = marker.length, href: string | null = null) {
    if (this.#stack.length > MAX_OPEN) return this.#addText(marker, consumed)
    this.#position += consumed
    this.#stack.push({ kind, marker, children: [], href })
  }

  #openBracket() {
    const footnote = this.#match(FOOTNOTE)
    if (footnote) this.#position += footnote[0].length
    else this.#open('bracket', '[')
  }

  /** Ends the topmost open mark of this kind; those inside it were none. False when there is none in this link. */
  #closeMark(kind: MarkKind, marker: string): boolean {
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const frame = this.#stack[index]!
      if (frame.kind === 'bracket' || frame.kind === 'image' || frame.kind === 'anchor') return false
      if (frame.kind !== kind || frame.marker !== marker) continue
      while (this.#stack.length > index + 1) this.#abandon()
      this.#stack.pop()
      if (frame.children.length > 0) append(this.#top.children, { kind, children: frame.children })
      return true
    }
    return false
  }

  #closeBracket() {
    const index = this.#stack.findLastIndex(({ kind }) => kind === 'bracket' || kind === 'image')
    if (index < 0) return this.#addText(']', 1)
    const target = this.#match(TARGET, this.#position + 1)
    const reference = target ?? this.#match(REFERENCE, this.#position + 1)
    while (this.#stack.length > index + 1) this.#abandon()
    if (!reference) {
      this.#abandon()
      return this.#addText(']', 1)
    }
    const frame = this.#stack.pop()!
    this.#position += 1 + reference[0].length
    const address = target ? (target[1] ?? target[2] ?? '') : ''
    if (FOREIGN_SCHEME.test(address) && safeAddress(address, null) === null) this.#addTyped(frame, `](${address})`)
    else this.#addLink(frame, address)
  }

  /** A link that does something else than lead to a page is shown as it was typed. */
  #addTyped({ marker, children }: Frame, rest: string) {
    const typed: MarkupInline[] = [{ kind: 'text', text: marker }, ...children, { kind: 'text', text: rest }]
    for (const inline of typed) append(this.#top.children, inline)
  }

  /** A link that leads nowhere safe is its label; an image of another host is a link to it. */
  #addLink({ kind, children }: Frame, target: string) {
    const image = kind === 'image' ? imageAt(target, wordsOf(children)) : null
    if (image) return append(this.#top.children, image)
    const href = safeAddress(target, this.#base)
    const label = children.length > 0 ? children : kind === 'image' ? [{ kind: 'text', text: 'Image' } as const] : []
    if (href === null) {
      for (const child of kind === 'image' ? [] : label) append(this.#top.children, child)
    } else if (label.length > 0) append(this.#top.children, linkTo(href, label))
  }

  #html() {
    const address = addressAt(this.#text, this.#position + 1)
    const after = this.#position + 1 + (address?.length ?? 0)
    if (address !== null && this.#text[after] === '>')
      return this.#add(linkTo(address, [{ kind: 'text', text: address }]), after + 1)
    const html = htmlAt(this.#text, this.#position)
    if (!html) return this.#addText('<', 1)
    const { token } = html
    const start = this.#position
    this.#position = html.end
    if (token.kind === 'break') append(this.#top.children, { kind: 'break' })
    else if (token.kind === 'code') append(this.#top.children, { kind: 'code', text: token.text })
    else if (token.kind === 'link') this.#open('anchor', '', 0, token.href)
    else if (token.kind === 'link-end') this.#closeAnchor()
    else if (token.kind === 'mark') {
      if (token.opens) this.#open(token.mark, '', 0)
      else if (!this.#closeMark(token.mark, '')) this.#addText(this.#text.slice(start, html.end), 0)
    }
  }

  #closeAnchor() {
    const index = this.#stack.findLastIndex(({ kind }) => kind === 'anchor')
    if (index < 0) return
    while (this.#stack.length > index + 1) this.#abandon()
    const frame = this.#stack.pop()!
    this.#addLink(frame, frame.href ?? '')
  }

  /** The innermost open mark was none: its sign is text. */
  #abandon() {
    const { marker, children } = this.#stack.pop()!
    if (marker !== '') append(this.#top.children, { kind: 'text', text: marker })
    for (const child of children) append(this.#top.children, child)
  }

  #lineEnd() {
    const start = this.#text.lastIndexOf('\n', this.#position - 1) + 1
    const before = this.#text.slice(start, this.#position)
    const after = this.#text.slice(this.#position + 1, this.#position + 80)
    const isHard = before.endsWith('  ') || LABEL.test(before) || !joinsLines(before, after)
    this.#trimEnd()
    if (isHard) this.#add({ kind: 'break' }, this.#position + 1)
    else this.#addText(' ', 1)
    while (this.#text[this.#position] === ' ') this.#position += 1
  }

  #trimEnd() {
    const last = this.#top.children.at(-1)
    if (last?.kind !== 'text') return
    last.text = last.text.trimEnd()
    if (last.text === '') this.#top.children.pop()
  }

  #address() {
    const isStart = !isLetter(this.#text[this.#position - 1])
    const address = isStart ? addressAt(this.#text, this.#position) : null
    if (address === null) return this.#addText(this.#text[this.#position]!, 1)
    this.#add(linkTo(address, [{ kind: 'text', text: address }]), this.#position + address.length)
  }
}

/** True when a line continues in the next one because an editor has wrapped it. */
export const joinsLines = (line: string, next: string): boolean =>
  line.trim().length >= WRAPPED_LENGTH || /^\s*\p{Ll}/u.test(next)

const isSolid = (character: string | undefined) => character !== undefined && !/\s/u.test(character)
const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

function closingTicks(text: string, from: number, length: number): number {
  for (let position = text.indexOf('`', from); position !== -1; position = text.indexOf('`', position)) {
    let end = position
    while (text[end] === '`') end += 1
    if (end - position === length) return position
    position = end
  }
  return -1
}
