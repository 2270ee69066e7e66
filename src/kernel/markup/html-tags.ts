/** HTML that Markdown texts contain. Tags that only format become markup or disappear; all others stay text. */
export type HtmlToken =
  | { kind: 'break' | 'nothing' }
  | { kind: 'code'; text: string }
  | { kind: 'mark'; mark: 'strong' | 'emphasis'; opens: boolean }
  | { kind: 'link'; href: string | null }
  | { kind: 'link-end' }

const CODE_ELEMENT = /<(code|kbd|samp|tt)>([^<]{0,500})<\/\1>/iuy
const TAG_PATTERN = /<(\/?)([a-z][a-z0-9]{0,14})((?:\s[^<>]{0,2000})?)>/iuy
const HREF_ATTRIBUTE = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu
const SCRIPT_ATTRIBUTE = /\bon\w+\s*=|javascript:/iu
const STRONG_TAGS = new Set(['b', 'strong'])
const EMPHASIS = new Set(['i', 'em'])
const WITHOUT_MEANING = new Set(
  'p div span u s sub sup small big font center ins del mark kbd code samp tt abbr cite q var wbr details summary'.split(
    ' ',
  ),
)

/** Reads a known tag or a comment at this position; null when the text there is none. */
export function htmlAt(sourceText: string, position: number): { token: HtmlToken; end: number } | null {
  if (sourceText.startsWith('<!--', position)) {
    const commentEnd = sourceText.indexOf('-->', position)
    return commentEnd < 0 ? null : { token: { kind: 'nothing' }, end: commentEnd + 3 }
  }
  CODE_ELEMENT.lastIndex = position
  const codeMatch = CODE_ELEMENT.exec(sourceText)
  if (codeMatch) return { token: { kind: 'code', text: codeMatch[2] ?? '' }, end: position + codeMatch[0].length }
  TAG_PATTERN.lastIndex = position
  const tagMatch = TAG_PATTERN.exec(sourceText)
  // A tag that could act is shown as it was typed.
  if (!tagMatch || SCRIPT_ATTRIBUTE.test(tagMatch[3] ?? '')) return null
  const htmlToken = htmlTokenOf((tagMatch[2] ?? '').toLowerCase(), tagMatch[1] === '', tagMatch[3] ?? '')
  return htmlToken && { token: htmlToken, end: position + tagMatch[0].length }
}

function htmlTokenOf(tagName: string, isOpening: boolean, attributes: string): HtmlToken | null {
  if (tagName === 'br') return { kind: 'break' }
  if (STRONG_TAGS.has(tagName)) return { kind: 'mark', mark: 'strong', opens: isOpening }
  if (EMPHASIS.has(tagName)) return { kind: 'mark', mark: 'emphasis', opens: isOpening }
  if (tagName === 'a') {
    const [, double, single, bare] = HREF_ATTRIBUTE.exec(attributes) ?? []
    return isOpening ? { kind: 'link', href: double ?? single ?? bare ?? null } : { kind: 'link-end' }
  }
  return WITHOUT_MEANING.has(tagName) ? { kind: 'nothing' } : null
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rarr: '→',
  larr: '←',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  middot: '·',
  bull: '•',
  times: '×',
}
const ENTITY_PATTERN = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/iuy

/** Reads a character reference at this position; null when there is none. */
export function entityAt(sourceText: string, position: number): { text: string; end: number } | null {
  ENTITY_PATTERN.lastIndex = position
  const entityMatch = ENTITY_PATTERN.exec(sourceText)
  if (!entityMatch) return null
  const [whole, decimal, hexadecimal, name] = entityMatch
  const codePoint = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : null
  const isCharacter =
    codePoint !== null && codePoint >= 32 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff)
  const character = isCharacter ? String.fromCodePoint(codePoint) : ENTITIES[(name ?? '').toLowerCase()]
  return character === undefined ? null : { text: character, end: position + whole.length }
}
