import { fragmentToMarkdown } from '../html/html-to-markdown.ts'
import { plainDocument, type ReadDocument } from '../read-result.ts'
import { escapeHtml } from '../xml-tree.ts'

const RTF_TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi
/** Groups that hold no text of the document. */
const SKIPPED_GROUPS = new Set(
  'fonttbl colortbl stylesheet info pict object themedata colorschememapping datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl mmathPr fldinst bkmkstart bkmkend filetbl revtbl pnseclvl nonshppict shpinst sp wgrffmtfilter userprops docvar passwordhash listtext pntext'.split(
    ' ',
  ),
)
const CHARACTERS_BY_WORD: Record<string, string> = {
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
const GROUP_LABELS: Record<string, string> = {
  header: 'Header',
  footer: 'Footer',
  footnote: 'Footnote',
  annotation: 'Comment',
}
/** Character sets of fonts, by their number, as encodings. */
const ENCODINGS_BY_CHARSET: Record<number, string> = {
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

interface RtfGroup {
  isSkipped: boolean
  /** Number of fallback characters after a Unicode character. */
  fallback: number
  encoding: string
  label: string | null
}

const encodingOfCodepage = (codepage: number): string => {
  const knownEncodings: Record<number, string> = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
  }
  return knownEncodings[codepage] ?? (codepage >= 1250 && codepage <= 1258 ? `windows-${codepage}` : 'windows-1252')
}

/** The fonts of the file that have another character set than its own. */
function fontEncodings(rtf: string): Map<number, string> {
  const encodingsByFont = new Map<number, string>()
  for (const [, font, charset] of rtf.matchAll(/\\f(\d+)(?:\\(?!f\d)[a-z]+-?\d* ?)*?\\fcharset(\d+)/g)) {
    const encoding = ENCODINGS_BY_CHARSET[Number(charset)]
    if (encoding) encodingsByFont.set(Number(font), encoding)
  }
  return encodingsByFont
}

/** The paragraphs, headings, lists and tables of a rich text file as HTML. */
function rtfToHtml(rtf: string): string {
  const encodingsByFont = fontEncodings(rtf)
  const htmlBlocks: string[] = []
  const groupStack: RtfGroup[] = []
  let baseEncoding = 'windows-1252'
  let currentGroup: RtfGroup = { isSkipped: false, fallback: 1, encoding: baseEncoding, label: null }
  let paragraphHtml = ''
  let rowCells: string[] = []
  let tableRows: string[][] = []
  let pendingBytes: number[] = []
  let skipCount = 0
  let outlineLevel: number | null = null
  let isListItem = false
  let isInTable = false

  const writeText = (plainText: string) => {
    flushBytes()
    if (!currentGroup.isSkipped) paragraphHtml += escapeHtml(plainText)
  }
  const flushBytes = () => {
    if (pendingBytes.length === 0) return
    const decodedText = new TextDecoder(currentGroup.encoding).decode(Uint8Array.from(pendingBytes))
    pendingBytes = []
    if (!currentGroup.isSkipped) paragraphHtml += escapeHtml(decodedText)
  }
  const endTable = () => {
    if (tableRows.length === 0) return
    htmlBlocks.push(
      `<table>${tableRows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
    )
    tableRows = []
  }
  const endParagraph = () => {
    flushBytes()
    // A cell ends with its own sign.
    if (isInTable && currentGroup.label === null) {
      paragraphHtml += ' '
      return
    }
    const trimmedHtml = paragraphHtml.trim()
    paragraphHtml = ''
    if (trimmedHtml === '') return
    const labelPrefix = currentGroup.label ? `${currentGroup.label}: ` : ''
    endTable()
    if (outlineLevel !== null && !labelPrefix)
      htmlBlocks.push(`<h${Math.min(outlineLevel + 1, 6)}>${trimmedHtml}</h${Math.min(outlineLevel + 1, 6)}>`)
    else
      htmlBlocks.push(
        isListItem && !labelPrefix ? `<ul><li>${trimmedHtml}</li></ul>` : `<p>${labelPrefix}${trimmedHtml}</p>`,
      )
  }

  function handleControl(controlWord: string, parameter: number): void {
    // Text boxes and notes are text in groups that readers may skip.
    if (controlWord === 'shptxt' || controlWord in GROUP_LABELS) currentGroup.isSkipped = false
    if (SKIPPED_GROUPS.has(controlWord)) {
      if (controlWord === 'listtext' || controlWord === 'pntext') isListItem = true
      currentGroup.isSkipped = true
    } else if (controlWord in CHARACTERS_BY_WORD) writeText(CHARACTERS_BY_WORD[controlWord] ?? '')
    else if (controlWord in GROUP_LABELS || /^(header|footer)[lrf]$/.test(controlWord)) {
      endParagraph()
      currentGroup.label = GROUP_LABELS[controlWord] ?? GROUP_LABELS[controlWord.slice(0, -1)] ?? null
    } else if (controlWord === 'par' || controlWord === 'sect' || controlWord === 'page') endParagraph()
    else if (controlWord === 'line') writeText('\n')
    else if (controlWord === 'pard') {
      outlineLevel = null
      isListItem = false
      isInTable = false
    } else if (controlWord === 'intbl') isInTable = true
    else if (controlWord === 'outlinelevel') outlineLevel = parameter >= 0 && parameter < 9 ? parameter : null
    else if (controlWord === 'ls' && parameter > 0) isListItem = true
    else if (controlWord === 'cell' || controlWord === 'nestcell') {
      flushBytes()
      rowCells.push(paragraphHtml.trim())
      paragraphHtml = ''
    } else if (controlWord === 'row' || controlWord === 'nestrow') {
      if (rowCells.length > 0) tableRows.push(rowCells)
      rowCells = []
    } else if (controlWord === 'ansicpg') {
      baseEncoding = encodingOfCodepage(parameter)
      currentGroup.encoding = baseEncoding
    } else if (controlWord === 'f') currentGroup.encoding = encodingsByFont.get(parameter) ?? baseEncoding
    else if (controlWord === 'uc') currentGroup.fallback = parameter
    else if (controlWord === 'u') {
      writeText(String.fromCharCode(parameter < 0 ? parameter + 65536 : parameter))
      skipCount = currentGroup.fallback
    } else if (controlWord === 'v' && parameter !== 0) currentGroup.isSkipped = true
    else if (controlWord === 'bin') skipCount = Math.max(parameter, 0)
  }

  for (const [, word, number, hex, sign, brace, text] of rtf.matchAll(RTF_TOKEN)) {
    if (brace === '{') {
      flushBytes()
      groupStack.push({ ...currentGroup })
    } else if (brace === '}') {
      if (currentGroup.label && currentGroup.label !== groupStack.at(-1)?.label) endParagraph()
      flushBytes()
      currentGroup = groupStack.pop() ?? currentGroup
      skipCount = 0
    } else if (hex !== undefined) {
      if (skipCount > 0) skipCount--
      else pendingBytes.push(Number.parseInt(hex, 16))
    } else if (word !== undefined) {
      flushBytes()
      handleControl(word, number === undefined ? 1 : Number(number))
    } else if (sign !== undefined) {
      if (sign === '*') currentGroup.isSkipped = true
      else if (skipCount > 0) skipCount--
      else if (sign === '~') writeText(' ')
      else if (sign === '_') writeText('-')
      else if ('\\{}'.includes(sign)) writeText(sign)
      else if (sign === '\n' || sign === '\r') endParagraph()
    } else if (text !== undefined) {
      const skippedLength = Math.min(skipCount, text.length)
      skipCount -= skippedLength
      if (skippedLength < text.length) writeText(text.slice(skippedLength))
    }
  }
  isInTable = false
  if (rowCells.length > 0) tableRows.push(rowCells)
  endParagraph()
  endTable()
  return htmlBlocks.join('\n').replaceAll('</ul>\n<ul>', '')
}

/** A rich text file: headings by outline level, lists, tables, and notes marked as such. */
export const readRtf = (rtfBytes: Uint8Array): ReadDocument =>
  plainDocument(fragmentToMarkdown(rtfToHtml(Buffer.from(rtfBytes).toString('latin1'))))
