import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { docx, pptx, xlsx, zip } from '../../../../../../tests/support/files/office-files.ts'
import { readDocument } from '../read-document.ts'

const read = async (bytes: Uint8Array) => (await readDocument('x', bytes, { scans: false })).text
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...targets: string[]) =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="x${index}" Type="${RELATIONS}/part" Target="${target}"/>`).join('')}</Relationships>`
const CHART = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser><c:tx><c:pt><c:v>2026</c:v></c:pt></c:tx><c:cat><c:pt><c:v>May</c:v></c:pt></c:cat><c:val><c:pt><c:v>8.2000000000000011</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>`
const CHART_TABLE = 'Sales\n\n|  | 2026 |\n| --- | --- |\n| May | 8.2 |'

describe('a Word file', () => {
  const body = (xml: string) =>
    docx(
      [],
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${xml}</w:body></w:document>`,
    )
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`

  it('contains simple fields, right-to-left runs, math, text on paths, and words below their readings', async () => {
    const text = await read(
      body(
        `<w:p>${run('Dear ')}<w:fldSimple w:instr="MERGEFIELD Name">${run('Ada')}</w:fldSimple></w:p>
<w:p><w:bdo w:val="rtl">${run('שלום')}</w:bdo></w:p>
<w:p><m:oMath><m:f><m:fPr/><m:num><m:r><m:t>area</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>
<w:p><w:r><w:pict><v:shape><v:textpath style="x" string="Sample &amp; draft"/></v:shape></w:pict></w:r></w:p>
<w:p><w:r><w:ruby><w:rubyPr/><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby></w:r></w:p>`,
      ),
    )
    for (const part of ['Dear Ada', 'שלום', 'area2', 'Sample & draft', '東']) expect(text).toContain(part)
    expect(text).not.toContain('とう')
  })

  it('contains its charts as tables, and separates the columns of its footer', async () => {
    const plain = unzipSync(docx([{ text: 'Text.' }]))
    const text = await read(
      zip({
        ...plain,
        'word/_rels/document.xml.rels': relations('charts/chart1.xml'),
        'word/charts/chart1.xml': CHART,
        'word/footer1.xml': '<w:ftr xmlns:w="w"><w:p><w:r><w:t>Left</w:t><w:tab/><w:t>Right</w:t></w:r></w:p></w:ftr>',
      }),
    )
    expect(text).toBe(`Text.\n\n${CHART_TABLE}\n\nFooter: Left Right`)
  })
})

it('a presentation contains the texts of its masters once, without prompts and slide numbers, and separates words at line breaks', async () => {
  const shape = (text: string, placeholder = '') =>
    `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody><a:p>${text}</a:p></p:txBody></p:sp>`
  const run = (text: string) => `<a:r><a:t>${text}</a:t></a:r>`
  const slide = (inner: string) => `<p:sld xmlns:p="p" xmlns:a="a">${inner}</p:sld>`
  const text = await read(
    zip({
      ...unzipSync(pptx([{ title: 'One' }, { title: 'Two' }])),
      'ppt/slides/slide1.xml': slide(
        shape(`${run('Two')}<a:br/>${run('lines')}`, '<p:ph type="title"/>') + shape(run('2'), '<p:ph type="sldNum"/>'),
      ),
      'ppt/slides/_rels/slide1.xml.rels': relations('../slideLayouts/slideLayout1.xml'),
      'ppt/slides/_rels/slide2.xml.rels': relations('../slideLayouts/slideLayout1.xml'),
      'ppt/slideLayouts/slideLayout1.xml': slide(shape(run('© Shop'))),
      'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations('../slideMasters/slideMaster1.xml'),
      'ppt/slideMasters/slideMaster1.xml': slide(
        shape(run('Click to edit'), '<p:ph type="title"/>') + shape(run('© Shop')),
      ),
    }),
  )
  expect(text).toBe('\f1\n## One\n\n\f2\n## Two lines\n\nOn each slide: © Shop')
})

describe('a spreadsheet', () => {
  it('shows numbers in the formats of their cells', async () => {
    const plain = unzipSync(xlsx({ A: [['Rate'], [0.208], [{ day: 1250 }]] }))
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00&quot; €&quot;"/></numFmts><cellXfs><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    expect(await read(zip({ ...plain, 'xl/styles.xml': styles }))).toBe(
      '## A\n\n| Rate |\n| --- |\n| 20.80% |\n| 1,250.00 € |',
    )
  })

  it('contains its text boxes, charts and comments', async () => {
    const text = await read(
      zip({
        ...unzipSync(xlsx({ A: [['Rate']] })),
        'xl/worksheets/_rels/sheet1.xml.rels': relations('../drawings/drawing1.xml', '../comments1.xml'),
        'xl/drawings/drawing1.xml':
          '<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:sp><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:sp></xdr:wsDr>',
        'xl/drawings/_rels/drawing1.xml.rels': relations('../charts/chart1.xml'),
        'xl/charts/chart1.xml': CHART,
        'xl/comments1.xml':
          '<comments><commentList><comment ref="A1"><text><t>Check it</t></text></comment></commentList></comments>',
      }),
    )
    expect(text).toBe(`## A\n\n| Rate |\n| --- |\n\n- In a box\n\n${CHART_TABLE}\n\nComment: Check it`)
  })
})

it('an OpenDocument text contains its charts as tables', async () => {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
  const text = await read(
    zip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<office:document-content xmlns:office="o"><office:body><office:text/></office:body></office:document-content>',
      'Object 1/content.xml': `<office:document-content xmlns:office="o" xmlns:table="b" xmlns:text="t"><office:body><office:chart><table:table table:name="local-table"><table:table-row>${cell('May')}${cell('8')}</table:table-row></table:table></office:chart></office:body></office:document-content>`,
    }),
  )
  expect(text).toBe('| May | 8 |\n| --- | --- |')
})
