/** HTML that Markdown texts contain. Tags that only format become markup or disappear; all others stay text. */
export type HtmlToken =
  | { kind: 'break' | 'nothing' }
  | { kind: 'code'; text: string }
  | { kind: 'mark'; mark: 'strong' | 'emphasis'; opens: boolean }
  | { kind: 'link'; href: string | null }
  | { kind: 'link-end' }

const CODE = /<(code|kbd|samp|tt)>([^<]{0,500})<\/\1>/iuy
const TAG = /<(\/?)([a-z][a-z0-9]{0,14})((?:\s[^<>]{0,2000})?)>/iuy
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu
const ACTIVE = /\bon\w+\s*=|javascript:/iu
const STRONG = new Set(['b', 'strong'])
const EMPHASIS = new Set(['i', 'em'])
const WITHOUT_MEANING = new Set(
  'p div span u s sub sup small big font center ins del mark kbd code samp tt abbr cite q var wbr details summary'.split(
    ' ',
  ),
)

/** Reads a known tag or a comment at this position; null when the text there is none. */
export function htmlAt(text: string, position: number): { token: HtmlToken; end: number } | null {
  if (text.startsWith('<!--', position)) {
    const end = text.indexOf('-->', position)
    return end < 0 ? null : { token: { kind: 'nothing' }, end: end + 3 }
  }
  CODE.lastIndex = position
  const code = CODE.exec(text)
  if (code) return { token: { kind: 'code', text: code[2] ?? '' }, end: position + code[0].length }
  TAG.lastIndex = position
  const tag = TAG.exec(text)
  // A tag that could act is shown as it was typed.
  if (!tag || ACTIVE.test(tag[3] ?? '')) return null
  const token = tokenOf((tag[2] ?? '').toLowerCase(), tag[1] === '', tag[3] ?? '')
  return token && { token, end: position + tag[0].length }
}

function tokenOf(name: string, opens: boolean, attributes: string): HtmlToken | null {
  if (name === 'br') return { kind: 'break' }
  if (STRONG.has(name)) return { kind: 'mark', mark: 'strong', opens }
  if (EMPHASIS.has(name)) return { kind: 'mark', mark: 'emphasis', opens }
  if (name === 'a') {
    const [, double, single, bare] = HREF.exec(attributes) ?? []
    return opens ? { kind: 'link', href: double ?? single ?? bare ?? null } : { kind: 'link-end' }
  }
  return WITHOUT_MEANING.has(name) ? { kind: 'nothing' } : null
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
const ENTITY = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/iuy

/** Reads a character reference at this position; null when there is none. */
export function entityAt(text: string, position: number): { text: string; end: number } | null {
  ENTITY.lastIndex = position
  const match = ENTITY.exec(text)
  if (!match) return null
  const [whole, decimal, hexadecimal, name] = match
  const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : null
  const isCharacter = code !== null && code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  const character = isCharacter ? String.fromCodePoint(code) : ENTITIES[(name ?? '').toLowerCase()]
  return character === undefined ? null : { text: character, end: position + whole.length }
}
