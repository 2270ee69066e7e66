// PDFs written by hand: lines of text in two sizes, on as many pages as there are lists of lines.

/** `# ` begins a line in the size of headings, `^ ` one at the page's head, `_ ` one at its foot; '' leaves room. */
export type PdfLines = string[]

const escaped = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`).replaceAll('•', '\\267')

function content(lines: PdfLines): string {
  let y = 720
  const parts = lines.flatMap((line) => {
    if (/^[_^] /.test(line))
      return [`BT /F1 9 Tf 72 ${line[0] === '^' ? 760 : 30} Td (${escaped(line.slice(2))}) Tj ET`]
    const heading = line.startsWith('# ')
    y -= line === '' ? 22 : heading ? 34 : 14
    if (line === '') return []
    return [`BT /F1 ${heading ? 20 : 11} Tf 72 ${y} Td (${escaped(heading ? line.slice(2) : line)}) Tj ET`]
  })
  return parts.join('\n')
}

function write(objects: string[], trailer = ''): Buffer {
  let out = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const position = out.length
    out += `${index + 1} 0 obj\n${object}\nendobj\n`
    return position
  })
  const start = out.length
  const table = offsets.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('')
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  out += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

const stream = (text: string): string => `<</Length ${text.length}>>\nstream\n${text}\nendstream`

/** A PDF with these pages. A page without lines holds a picture's frame and no text, like a scan. */
export function pdf(pages: PdfLines[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  return write([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((lines, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      stream(lines.length > 0 ? content(lines) : '0 0 612 792 re f'),
    ]),
  ])
}

/** A PDF of one page with these operators and annotations; `F1` is its font. Object 6 and further are appearances. */
export const drawnPdf = (operators: string, annotations: string[] = [], appearances: string[] = []): Buffer =>
  write([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[4 0 R]/Count 1>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Annots[${annotations.join('')}]/Resources<</Font<</F1 3 0 R>>>>>>`,
    stream(operators),
    ...appearances.map(
      (one) =>
        `<</Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F1 3 0 R>>>>/Length ${one.length}>>\nstream\n${one}\nendstream`,
    ),
  ])

/** An image as scanners produce it: one byte per pixel in gray, or one bit per pixel in black and white. */
/** A page of which one font names its glyphs by numbers of its own; the other one writes "Ada". */
export function pdfWithUnknownLetters(): Buffer {
  const unknown = 'BT /F1 10 Tf 50 700 Td (\\003\\004\\005 \\003\\004 !) Tj ET'
  const file = drawnPdf([unknown, 'BT /F2 10 Tf 50 600 Td (Ada) Tj ET'].join('\n'))
    .toString('latin1')
    .replace('BaseFont/Helvetica', 'BaseFont/Helvetica/Encoding<</Differences[3/glyph1/glyph2/glyph3]>>')
    .replace('/F1 3 0 R', '/F1 3 0 R/F2<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>')
  return Buffer.from(file, 'latin1')
}

export interface Scan {
  width: number
  height: number
  bits: 1 | 8
  pixels: Uint8Array
}

/** A PDF whose pages are pictures, without a letter of text. */
export function scannedPdf(scans: Scan[]): Buffer {
  const kids = scans.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  const raw = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
  return write([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${scans.length}>>`,
    ...scans.flatMap(({ width, height, bits, pixels }, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${4 + index * 3} 0 R/Resources<</XObject<</I ${5 + index * 3} 0 R>>>>>>`,
      stream('q 612 0 0 792 0 0 cm /I Do Q'),
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent ${bits}/Length ${pixels.length}>>\nstream\n${raw(pixels)}\nendstream`,
    ]),
  ])
}

/** A PDF that asks for a password. */
export const protectedPdf = (): Buffer =>
  write(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[]/Count 0>>',
      `<</Filter/Standard/V 1/R 2/Length 40/P -44/O<${'5a'.repeat(32)}>/U<${'a5'.repeat(32)}>>>`,
    ],
    `/Encrypt 3 0 R/ID[<${'01'.repeat(16)}><${'01'.repeat(16)}>]`,
  )

/** A small PDF whose page holds megabytes of operators once it is unfolded. */
export function pdfBomb(unfolded: (size: number) => Buffer, size: number): Buffer {
  const packed = unfolded(size)
  const head = Buffer.from(
    `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>\nendobj\n5 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n4 0 obj\n<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`,
    'latin1',
  )
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n', 'latin1')])
}
