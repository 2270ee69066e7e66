import { describe, expect, it } from 'vitest'
import { docx, pptx, xlsx, zip } from '../../../../../tests/support/files/office-files.ts'
import { readDocument } from './read-document.ts'

const read = (name: string, bytes: Uint8Array | string) =>
  readDocument(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { scans: false })
const text = async (name: string, bytes: Uint8Array | string) => (await read(name, bytes)).text
const reason = (name: string, bytes: Uint8Array | string) =>
  read(name, bytes).then(
    () => 'was read',
    (error: Error) => error.message,
  )

describe('Markdown documents', () => {
  it('have the title of their front matter, without text for programs', async () => {
    const mdx = `---\ntitle: "Getting started"\nid: 3\n---\nimport { Tab } from '../tab'\n\nexport const meta = {\n  a: 1\n}\n
# Start {#start}\n\n<Callout type="info">Mind the **gap**.</Callout>\n\n<Tab title="On Mac" icon={() => <Icon />}>\nDrag it.\n</Tab>\n
{% include note.html %}\n<a name="old"></a><img src="a.png" alt="A">\n{/* hidden */}\n<!-- hidden -->\n\`a < {b}\` stays.\n
\`\`\`jsx\nimport x from 'y'\n<Tab title="code" />\n\n\n// end\n\`\`\`\n`
    const result = await read('start.mdx', mdx)
    expect(result.title).toBe('Getting started')
    expect(result.text).toBe(
      '# Start\n\nMind the **gap**.\n\n**On Mac**\n\nDrag it.\n\n`a < {b}` stays.\n\n```jsx\nimport x from \'y\'\n<Tab title="code" />\n\n\n// end\n```\n',
    )
  })

  it('keep HTML tables as tables, and text that is not a tag unchanged', async () => {
    expect(
      await text('a.md', '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>\n\n3 < 4 > 2'),
    ).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |\n\n3 < 4 > 2\n')
  })

  it('omit scripts and styles', async () => {
    const script = '<script type="application/ld+json">{`\n{ "@type": "FAQPage" }\n`}</script>'
    expect(await text('a.md', `<head>\n${script}\n</head>\n\nText.`)).toBe('Text.\n')
  })
})

describe('CSV documents', () => {
  it('are tables with any delimiter', async () => {
    expect(await text('a.csv', '\ufeffSize;Note\nL;"large; wide"\nM;"a | b"\n')).toBe(
      '| Size | Note |\n| --- | --- |\n| L | large; wide |\n| M | a \\| b |',
    )
    expect(await text('a.tsv', 'A\tB\n1\t2')).toBe('| A | B |\n| --- | --- |\n| 1 | 2 |')
  })

  it('with questions and answers can be imported as FAQs', async () => {
    expect((await read('a.csv', 'Question,Answer\nIs it warm?,Very.')).holdsFaqs).toBe(true)
    expect((await read('a.csv', 'Size,Price\nL,3')).holdsFaqs).toBe(false)
  })
})

it('an HTML file is read as a page', async () => {
  const page = '<!doctype html><title>Care</title><nav>Home</nav><main><h1>Care</h1><p>By hand.</p></main>'
  expect(await read('care.html', page)).toMatchObject({ title: 'Care', text: '# Care\n\nBy hand.' })
})

describe('OpenDocument files', () => {
  const odt = (body: string, extra: Record<string, string> = {}) =>
    zip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:style="s"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      ...extra,
    })

  it('contain headings, lists, tables, notes and headers', async () => {
    const body = `<text:h text:outline-level="2">Returns</text:h><text:p>Within<text:s text:c="2"/>30 days<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In the EU.</text:p></text:note-body></text:note></text:p>
      <text:list><text:list-item><text:p>Pack it</text:p></text:list-item><text:list-item><text:p>Send it</text:p></text:list-item></text:list>
      <table:table table:name="Table1"><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table>`
    const styles = `<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:text="t"><style:header><text:p>Shop</text:p></style:header></office:document-styles>`
    expect(await text('a.odt', odt(body, { 'styles.xml': styles }))).toBe(
      '## Returns\n\nWithin 30 days (In the EU.)\n\n- Pack it\n- Send it\n\n| A | B |\n| --- | --- |\n\nHeader: Shop',
    )
  })

  it('report that they are protected by a password', async () => {
    const manifest = { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }
    expect(await reason('a.odt', odt('', manifest))).toMatch(/protected by a password/)
  })
})

it('EPUB files contain chapters in their reading order', async () => {
  const chapter = (title: string) =>
    `<html xmlns="x"><head><title/></head><body><h1>${title}</h1><p>Text.</p></body></html>`
  const book = zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>',
    'OPS/a.opf': `<package xmlns:dc="d"><metadata><dc:title>Looms</dc:title></metadata><manifest><item id="x" href="x%20y.xhtml"/><item id="b" href="b.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="x"/></spine></package>`,
    'OPS/x y.xhtml': chapter('Second'),
    'OPS/b.xhtml': chapter('First'),
  })
  expect(await read('a.epub', book)).toMatchObject({ title: 'Looms', text: '# First\n\nText.\n\n# Second\n\nText.' })
})

it('RTF files contain headings, lists, tables, symbols and notes', async () => {
  const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\*\\generator x}\\outlinelevel0 Gr\\'f6\\'dfen\\par\\pard Text \\u8364?5{\\footnote Net.}\\par
\\pard{\\listtext \\bullet\\tab}One\\par{\\listtext \\bullet\\tab}Two\\par\\pard\\trowd\\intbl A\\cell B\\cell\\row\\trowd\\intbl 1\\cell 2\\cell\\row\\pard End\\par}`
  expect(await text('a.rtf', rtf)).toBe(
    '# Größen\n\nText €5\n\nFootnote: Net.\n\n- One\n- Two\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nEnd',
  )
})

it('XLSX files contain numbers as shown', async () => {
  expect(await text('a.xlsx', xlsx({ A: [['Sum'], [0.1 + 0.2]] }))).toBe('## A\n\n| Sum |\n| --- |\n| 0.3 |')
})

describe('embedded files', () => {
  it('are listed under their names in a ZIP, including unreadable ones', async () => {
    const archive = zip({
      'b.md': '# B\n\n## Part\n\nText.',
      'a.docx': docx([{ text: 'Hello.' }]),
      'c.png': Buffer.from('89504e47', 'hex'),
    })
    expect(await read('all.zip', archive)).toMatchObject({
      text: '# a.docx\n\nHello.\n\n# B\n\n### Part\n\nText.',
      note: 'One file in it could not be read: c.png.',
    })
    expect(await reason('in.zip', zip({ 'b.zip': archive }))).toBe('One file in it could not be read: b.zip.')
  })

  it('follow the text of an email', async () => {
    const eml = `From: Ada <ada@shop.test>\r\nSubject: =?utf-8?q?Gr=C3=B6=C3=9Fen?=\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>See the <b>list</b>.</p>\r\n--x\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\nA,B\r\n1,2\r\n--x--\r\n`
    expect(await read('mail.eml', eml)).toMatchObject({
      title: 'Größen',
      text: '# Größen\n\nFrom: Ada \\<ada@shop.test>  \nDate: 2026-03-03\n\nSee the list.\n\n# a.csv\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
    })
  })
})

it('the kinds of old Office files are distinguished', async () => {
  const old = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(`${stream}\0`, 'utf16le')])
  expect(await reason('a.doc', old('Workbook'))).toMatch(/^This is an Excel file in the old format/)
  expect(await reason('a.doc', old('EncryptedPackage'))).toMatch(/protected by a password/)
  expect(await reason('a.ppt', old('PowerPoint Document'))).toMatch(/damaged/)
})

it('PPTX files contain slides in the order in which they are shown', async () => {
  expect(await text('a.pptx', pptx([{ title: 'One', notes: 'Say it.' }, { title: 'Two' }]))).toBe(
    '\f1\n## One\n\nNotes: Say it.\n\n\f2\n## Two',
  )
})
