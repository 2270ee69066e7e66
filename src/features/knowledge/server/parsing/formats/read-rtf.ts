import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { escapeHtml } from '../xml-tree.ts'

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
/** Groups that hold no text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl mmathPr fldinst bkmkstart bkmkend filetbl revtbl pnseclvl nonshppict shpinst sp wgrffmtfilter userprops docvar passwordhash listtext pntext'.split(
    ' ',
  ),
)
const SIGNS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  tab: ' ',
}
const LABELS: Record<string, string> = {
  header: 'Header',
  footer: 'Footer',
  footnote: 'Footnote',
  annotation: 'Comment',
}
/** Character sets of fonts, by their number, as encodings. */
const CHARSETS: Record<number, string> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

interface Group {
  isSkipped: boolean
  /** Number of fallback characters after a Unicode character. */
  fallback: number
  encoding: string
  label: string | null
}

const encodingOf = (codepage: number): string => {
  const known: Record<number, string> = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' }
  return known[codepage] ?? (codepage >= 1250 && codepage <= 1258 ? `windows-${codepage}` : 'windows-1252')
}

/** The fonts of the file that have another character set than its own. */
function fontEncodings(rtf: string): Map<number, string> {
  const fonts = new Map<number, string>()
  for (const [, font, charset] of rtf.matchAll(/\\f(\d+)(?:\\(?!f\d)[a-z]+-?\d* ?)*?\\fcharset(\d+)/g)) {
    const encoding = CHARSETS[Number(charset)]
    if (encoding) fonts.set(Number(font), encoding)
  }
  return fonts
}

/** The paragraphs, headings, lists and tables of a rich text file as HTML. */
function rtfToHtml(rtf: string): string {
  const fonts = fontEncodings(rtf)
  const out: string[] = []
  const stack: Group[] = []
  let base = 'windows-1252'
  let group: Group = { isSkipped: false, fallback: 1, encoding: base, label: null }
  let paragraph = ''
  let cells: string[] = []
  let rows: string[][] = []
  let bytes: number[] = []
  let toSkip = 0
  let outline: number | null = null
  let isItem = false
  let isInTable = false

  const write = (text: string) => {
    flushBytes()
    if (!group.isSkipped) paragraph += escapeHtml(text)
  }
  const flushBytes = () => {
    if (bytes.length === 0) return
    const text = new TextDecoder(group.encoding).decode(Uint8Array.from(bytes))
    bytes = []
    if (!group.isSkipped) paragraph += escapeHtml(text)
  }
  const endTable = () => {
    if (rows.length === 0) return
    out.push(
      `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
    )
    rows = []
  }
  const endParagraph = () => {
    flushBytes()
    // A cell ends with its own sign.
    if (isInTable && group.label === null) {
      paragraph += ' '
      return
    }
    const text = paragraph.trim()
    paragraph = ''
    if (text === '') return
    const label = group.label ? `${group.label}: ` : ''
    endTable()
    if (outline !== null && !label) out.push(`<h${Math.min(outline + 1, 6)}>${text}</h${Math.min(outline + 1, 6)}>`)
    else out.push(isItem && !label ? `<ul><li>${text}</li></ul>` : `<p>${label}${text}</p>`)
  }

  function control(word: string, value: number): void {
    // Text boxes and notes are text in groups that readers may skip.
    if (word === 'shptxt' || word in LABELS) group.isSkipped = false
    if (SKIPPED.has(word)) {
      if (word === 'listtext' || word === 'pntext') isItem = true
      group.isSkipped = true
    } else if (word in SIGNS) write(SIGNS[word] ?? '')
    else if (word in LABELS || /^(header|footer)[lrf]$/.test(word)) {
      endParagraph()
      group.label = LABELS[word] ?? LABELS[word.slice(0, -1)] ?? null
    } else if (word === 'par' || word === 'sect' || word === 'page') endParagraph()
    else if (word === 'line') write('\n')
    else if (word === 'pard') {
      outline = null
      isItem = false
      isInTable = false
    } else if (word === 'intbl') isInTable = true
    else if (word === 'outlinelevel') outline = value >= 0 && value < 9 ? value : null
    else if (word === 'ls' && value > 0) isItem = true
    else if (word === 'cell' || word === 'nestcell') {
      flushBytes()
      cells.push(paragraph.trim())
      paragraph = ''
    } else if (word === 'row' || word === 'nestrow') {
      if (cells.length > 0) rows.push(cells)
      cells = []
    } else if (word === 'ansicpg') {
      base = encodingOf(value)
      group.encoding = base
    } else if (word === 'f') group.encoding = fonts.get(value) ?? base
    else if (word === 'uc') group.fallback = value
    else if (word === 'u') {
      write(String.fromCharCode(value < 0 ? value + 65536 : value))
      toSkip = group.fallback
    } else if (word === 'v' && value !== 0) group.isSkipped = true
    else if (word === 'bin') toSkip = Math.max(value, 0)
  }

  for (const [, word, number, hex, sign, brace, text] of rtf.matchAll(TOKEN)) {
    if (brace === '{') {
      flushBytes()
      stack.push({ ...group })
    } else if (brace === '}') {
      if (group.label && group.label !== stack.at(-1)?.label) endParagraph()
      flushBytes()
      group = stack.pop() ?? group
      toSkip = 0
    } else if (hex !== undefined) {
      if (toSkip > 0) toSkip--
      else bytes.push(Number.parseInt(hex, 16))
    } else if (word !== undefined) {
      flushBytes()
      control(word, number === undefined ? 1 : Number(number))
    } else if (sign !== undefined) {
      if (sign === '*') group.isSkipped = true
      else if (toSkip > 0) toSkip--
      else if (sign === '~') write(' ')
      else if (sign === '_') write('-')
      else if ('\\{}'.includes(sign)) write(sign)
      else if (sign === '\n' || sign === '\r') endParagraph()
    } else if (text !== undefined) {
      const from = Math.min(toSkip, text.length)
      toSkip -= from
      if (from < text.length) write(text.slice(from))
    }
  }
  isInTable = false
  if (cells.length > 0) rows.push(cells)
  endParagraph()
  endTable()
  return out.join('\n').replaceAll('</ul>\n<ul>', '')
}

/** A rich text file: headings by outline level, lists, tables, and notes marked as such. */
export const readRtf = (bytes: Uint8Array): ReadDocument =>
  plainDocument(fragmentToMarkdown(rtfToHtml(Buffer.from(bytes).toString('latin1'))))
