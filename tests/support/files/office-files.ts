// Documents as programs write them, made here: small, and with exactly what a test needs in them.
import { strToU8, zipSync } from 'fflate'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"`

/** An archive of these files. */
export const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, data]) => [name, typeof data === 'string' ? strToU8(data) : data]),
    ),
  )

const rels = (entries: [id: string, type: string, target: string][]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const paragraph = (text: string, style?: string): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const item = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const table = (rows: string[][]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

export type DocxPart =
  | { heading: string; level?: number }
  | { text: string }
  | { items: string[] }
  | { table: string[][] }

const docxPart = (part: DocxPart): string => {
  if ('heading' in part) return paragraph(part.heading, `Heading${part.level ?? 1}`)
  if ('text' in part) return paragraph(part.text)
  return 'items' in part ? part.items.map(item).join('') : table(part.table)
}

/** A DOCX of headings, paragraphs, lists and tables. `document` replaces the XML of its text. */
export function docx(parts: DocxPart[], document?: string): Uint8Array {
  const styles = [1, 2, 3]
    .map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`)
    .join('')
  const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': rels([['r1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': rels([
      ['r1', 'styles', 'styles.xml'],
      ['r2', 'numbering', 'numbering.xml'],
    ]),
    'word/styles.xml': `${XML}<w:styles ${W}>${styles}</w:styles>`,
    'word/numbering.xml': `${XML}<w:numbering ${W}>${numbering}</w:numbering>`,
    'word/document.xml':
      document ?? `${XML}<w:document ${W}><w:body>${parts.map(docxPart).join('')}</w:body></w:document>`,
  })
}

export interface Slide {
  title: string
  points?: string[]
  table?: string[][]
  notes?: string
}

const run = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
const shape = (type: string | null, texts: string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type ? `<p:ph type="${type}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody>${texts.map(run).join('')}</p:txBody></p:sp>`
const slideTable = (rows: string[][]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map((cells) => `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${run(cell)}</a:txBody></a:tc>`).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`

/** A PPTX whose slides lie in the file in the reverse of the order in which they are shown. */
export function pptx(slides: Slide[]): Uint8Array {
  const files: Record<string, string> = {}
  const fileOf = (index: number) => slides.length - index
  slides.forEach((slide, index) => {
    const n = fileOf(index)
    const shapes = [
      shape('title', [slide.title]),
      slide.points ? shape(null, slide.points) : '',
      slide.table ? slideTable(slide.table) : '',
    ]
    files[`ppt/slides/slide${n}.xml`] =
      `${XML}<p:sld ${P}><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`
    if (!slide.notes) return
    files[`ppt/slides/_rels/slide${n}.xml.rels`] = rels([['r1', 'notesSlide', `../notesSlides/notesSlide${n}.xml`]])
    files[`ppt/notesSlides/notesSlide${n}.xml`] =
      `${XML}<p:notes ${P}><p:cSld><p:spTree>${shape('body', [slide.notes])}</p:spTree></p:cSld></p:notes>`
  })
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`).join('')
  return zip({
    ...files,
    'ppt/presentation.xml': `${XML}<p:presentation ${P}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(
      slides.map((_, index) => [`s${index}`, 'slide', `slides/slide${fileOf(index)}.xml`]),
    ),
  })
}

/** A cell: a text, a number, or a number that is shown as a day. */
export type Cell = string | number | { day: number }

/** An XLSX with a sheet for each name. Texts are shared, as programs do. */
export function xlsx(sheets: Record<string, Cell[][]>, hidden: readonly string[] = []): Uint8Array {
  const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`
  const strings: string[] = []
  const cell = (value: Cell, at: string): string => {
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
    if (typeof value === 'object') return `<c r="${at}" s="1"><v>${value.day}</v></c>`
    if (value === '') return ''
    return `<c r="${at}" t="s"><v>${strings.push(value) - 1}</v></c>`
  }
  const names = Object.keys(sheets)
  const files = Object.values(sheets).map((rows, n) => {
    const lines = rows.map((cells, y) => {
      const filled = cells.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`))
      return `<row r="${y + 1}">${filled.join('')}</row>`
    })
    return [
      `xl/worksheets/sheet${n + 1}.xml`,
      `${XML}<worksheet ${S}><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ]
  })
  const tabs = names.map(
    (name, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" r:id="s${n}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  )
  return zip({
    ...Object.fromEntries(files),
    'xl/workbook.xml': `${XML}<workbook ${S}><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(names.map((_, n) => [`s${n}`, 'worksheet', `worksheets/sheet${n + 1}.xml`])),
    'xl/sharedStrings.xml': `${XML}<sst ${S}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet ${S}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  })
}
