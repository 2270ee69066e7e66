// Every kind of file that can be uploaded, and what is wrong with some, read as the product reads them: in a process of
// its own.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { doc } from '../../../../../tests/support/files/doc-file.ts'
import { docx, pptx, zip } from '../../../../../tests/support/files/office-files.ts'
import { drawnPdf, pdf, pdfBomb, protectedPdf, scannedPdf } from '../../../../../tests/support/files/pdf-file.ts'
import { zipBomb } from '../../../../../tests/support/files/zip-bomb.ts'
import { createParser } from './parser.ts'

const parser = createParser()
afterAll(() => parser.close())

const read = (name: string, bytes: Uint8Array | string) =>
  parser.document({ name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes })
const reason = (name: string, bytes: Uint8Array | string) =>
  read(name, bytes).then(
    (result) => `was read: ${result.text.slice(0, 100)}`,
    (error: Error) => error.message,
  )

describe('reading documents', () => {
  it('extracts from PDF: pages, headings by size, joined paragraphs and lists, without repeated headers', async () => {
    const edge = (page: number) => [
      '^ Care handbook',
      ...(page === 1
        ? ['# Washing', 'Wash linen in cold water, and never', 'with bleach.', '', '• by hand', '• inside out']
        : [`# Part ${page}`, `Words of part ${page}.`]),
      '',
      `_ Page ${page} of 4`,
    ]
    const { text, unit } = await read('care.pdf', pdf([1, 2, 3, 4].map(edge)))
    expect(unit).toBe('page')
    expect(text).toBe(
      '\f1\nCare handbook\n\n# Washing\n\nWash linen in cold water, and never with bleach.\n\n- by hand\n- inside out\n\n\f2\n# Part 2\n\nWords of part 2.\n\n\f3\n# Part 3\n\nWords of part 3.\n\n\f4\n# Part 4\n\nWords of part 4.',
    )
  })

  it('extracts from DOCX: headings, lists, tables', async () => {
    const file = docx([
      { heading: 'Warranty' },
      { text: 'Two years &amp; a day.' },
      { heading: 'What is covered', level: 2 },
      { items: ['seams', 'zips'] },
      {
        table: [
          ['Part', 'Years'],
          ['Seams', '2'],
        ],
      },
    ])
    expect(await read('warranty.docx', file)).toEqual({
      title: 'Warranty',
      unit: null,
      scanned: [],
      text: '# Warranty\n\nTwo years & a day.\n\n## What is covered\n\n- seams\n- zips\n\n| Part | Years |\n| --- | --- |\n| Seams | 2 |',
    })
  })

  it('extracts from PPTX: slides as shown, with titles, points, tables and notes', async () => {
    const file = pptx([
      { title: 'Shipping', points: ['By rail', 'By bicycle'], notes: 'Say that islands cost more.' },
      {
        title: 'Prices',
        table: [
          ['Zone', 'Price'],
          ['A', '4'],
        ],
      },
    ])
    expect(await read('talk.pptx', file)).toEqual({
      title: null,
      unit: 'slide',
      scanned: [],
      text: '\f1\n## Shipping\n\n- By rail\n- By bicycle\n\nNotes: Say that islands cost more.\n\n\f2\n## Prices\n\n| Zone | Price |\n| --- | --- |\n| A | 4 |',
    })
  })

  it('extracts from DOC: the text, paragraph by paragraph', async () => {
    const file = doc(['Warranty', 'Two years for seams.', 'Größe und кириллица.'])
    expect((await read('old.doc', file)).text.trim()).toBe('Warranty\n\nTwo years for seams.\n\nGröße und кириллица.')
  })

  it('keeps Markdown unchanged, with the title of its front matter', async () => {
    expect(await read('a.md', '---\ntitle: x\n---\n# Returns\n\n- within 30 days\n')).toMatchObject({
      title: 'x',
      text: '# Returns\n\n- within 30 days\n',
    })
  })

  it.each([
    ['utf-8', Buffer.from('Grüße aus Köln: Öl fürs Holz, schön verpackt.')],
    ['utf-8 with a mark', Buffer.from('\ufeffGrüße aus Köln: Öl fürs Holz, schön verpackt.')],
    ['latin-1', Buffer.from('Grüße aus Köln: Öl fürs Holz, schön verpackt.', 'latin1')],
    ['utf-16 little endian', Buffer.from('Grüße aus Köln: Öl fürs Holz, schön verpackt.', 'utf16le')],
    ['utf-16 big endian', Buffer.from('\ufeffGrüße aus Köln: Öl fürs Holz, schön verpackt.', 'utf16le').swap16()],
  ])('decodes text in %s', async (_, bytes) => {
    expect((await read('gruss.txt', bytes)).text).toBe('Grüße aus Köln: Öl fürs Holz, schön verpackt.')
  })

  it('decodes Shift JIS and windows-1251 by the most likely encoding', async () => {
    const japanese = Buffer.from(
      '82b182ea82cd93fa967b8cea82cc95b68fcd82c582b7814293fa967b8cea82c58f9182a282c482a082e882dc82b78142',
      'hex',
    )
    expect((await read('a.txt', japanese)).text).toBe('これは日本語の文章です。日本語で書いてあります。')
    const words = 'Посылка приедет с курьером. Отправляем каждый день.'
    const russian = Buffer.from(
      [...words].map((sign) => (sign > 'я' || sign < 'А' ? sign.charCodeAt(0) : sign.charCodeAt(0) - 0x350)),
    )
    expect((await read('a.txt', russian)).text).toBe(words)
  })
})

describe('the format of a file', () => {
  it('is detected by its content with any file name', async () => {
    expect((await read('report.txt', pdf([['# Title', 'Words that stand in a PDF.']]))).unit).toBe('page')
    expect(await reason('photo.pdf', Buffer.from('89504e470d0a1a0a0000', 'hex'))).toMatch(/^This is a PNG image\./)
    expect(await reason('a.txt', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="a"/>')).toMatch(
      /^This is an SVG image\./,
    )
    expect(await reason('archive.pptx', zip({ 'a.txt': 'Words.' }))).toBe('was read: # a.txt\n\nWords.')
    expect(await reason('tool.txt', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'))).toMatch(
      /^This is a program\./,
    )
    expect(await reason('noise.md', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 37) % 27)))).toMatch(
      /^This is not a document\./,
    )
  })
})

describe('unreadable files', () => {
  it('have a reason: scans, empty, protected, damaged and truncated files', async () => {
    expect(await reason('blank.pdf', pdf([[], []]))).toBe('No text was found in it.')
    const scan = scannedPdf([{ width: 400, height: 300, bits: 8, pixels: new Uint8Array(120_000) }])
    expect(await reason('scan.pdf', scan)).toMatch(/^No text was found: the pages are scanned images/)
    expect(await reason('empty.txt', '')).toBe('The file is empty.')
    expect(await reason('blank.txt', ' \n\t\n')).toBe('No text was found in it.')
    expect(await reason('secret.pdf', protectedPdf())).toMatch(/^The file is protected by a password\./)
    expect(await reason('broken.pdf', '%PDF-1.7 and nothing more')).toBe('The file is damaged and could not be read.')
    const whole = docx([{ text: 'Whole.' }])
    expect(await reason('half.docx', whole.slice(0, whole.length / 2))).toBe(
      'The file is damaged and could not be read.',
    )
    expect(await reason('long.txt', 'word '.repeat(1_000_001))).toMatch(
      /^It contains more than five million characters/,
    )
    const form = drawnPdf('', ['<</Type/Annot/Subtype/Widget/Rect[0 0 90 20]/F 4/FT/Tx/T(name)>>'])
    expect(await reason('form.pdf', form)).toBe('No text was found in it: it is a form whose fields are empty.')
    const locked = doc(['Whole.'])
    const header = locked.indexOf(Buffer.from('eca5', 'hex'))
    locked[header + 11] = (locked[header + 11] ?? 0) | 1
    expect(await reason('locked.doc', locked)).toMatch(/^The file is protected by a password\./)
    const container = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
    expect(await reason('old.doc', container)).toMatch(/^This is not a Word document/)
    expect(await reason('locked.docx', Buffer.concat([container, Buffer.from('EncryptedPackage', 'utf16le')]))).toMatch(
      /^The file is protected by a password\./,
    )
  })
})

describe('malicious files', () => {
  it('a ZIP bomb is refused before it is extracted, or cut off when its declared size is wrong', async () => {
    const zeros = Buffer.alloc(60 * 1024 * 1024)
    const bomb = zipBomb('word/document.xml', zeros)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await reason('bomb.docx', bomb)).toBe('The archive is too large once unpacked.')
    expect(await reason('liar.docx', zipBomb('word/document.xml', zeros, 1_000))).toMatch(
      /damaged|unpacked|memory|No text/,
    )
    expect(await reason('liar.pptx', zipBomb('ppt/presentation.xml', zeros, 1_000))).toMatch(/damaged|unpacked|No text/)
  })

  it('an archive with very many entries is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`e${index}`, '']))
    expect(await reason('many.docx', zip(many))).toBe('The archive is too large once unpacked.')
  })

  it('XML with entity expansion or endless nesting gives a reason or no text', async () => {
    const laughs = Array.from(
      { length: 12 },
      (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
    ).join('')
    const lol = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&l12;</w:t></w:r></w:p></w:body></w:document>`
    // A reason is cut off after a hundred characters.
    expect(await reason('laughs.docx', docx([], lol))).not.toMatch(/(lol){10}/)
    const deep = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p>'.repeat(200_000)}</w:body></w:document>`
    expect(await reason('deep.docx', docx([], deep))).toMatch(/damaged|memory|No text/)
    expect(await read('after.txt', 'The next file is read.')).toMatchObject({ text: 'The next file is read.' })
  })

  it('XML with a reference to a local file gets nothing of it', async () => {
    const entity = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`
    const text = `<w:p><w:r><w:t>Before &f; after</w:t></w:r></w:p>`
    const main = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`
    expect(await reason('outside.docx', docx([], entity + main))).not.toMatch(/root|:0:/)
  })

  it('a PDF bomb ends by its time or memory limit, and the next file is read', async () => {
    const impatient = createParser({ timeLimitMs: 4_000 })
    const bomb = pdfBomb((size) => deflateSync(Buffer.alloc(size, 'BT /F1 9 Tf (a) Tj ET\n')), 200 * 1024 * 1024)
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
    const ended = await impatient.document({ name: 'bomb.pdf', bytes: bomb }).catch((error: Error) => error.message)
    expect(ended).toMatch(/^Reading (it took longer than 4 seconds|the file needs too much memory)\.$/)
    expect(await impatient.document({ name: 'a.txt', bytes: Buffer.from('Fine.') })).toMatchObject({ text: 'Fine.' })
    await impatient.close()
  })
})

describe('the time limit', () => {
  /** Ids of the processes that this one started, of all its threads. */
  const children = () =>
    readdirSync('/proc/self/task').flatMap((thread) =>
      readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )

  /** A parser whose process is stopped, as if other programs took all processor time. */
  async function stoppedParser(timeLimitMs: number) {
    const before = children()
    const stopped = createParser({ timeLimitMs })
    onTestFinished(() => stopped.close())
    await stopped.document({ name: 'first.txt', bytes: Buffer.from('It starts the process.') })
    const [child] = children().filter((pid) => !before.includes(pid)) as [number]
    process.kill(child, 'SIGSTOP')
    const reading = stopped.document({ name: 'second.txt', bytes: Buffer.from('It waits.') })
    return { reading, resume: () => process.kill(child, 'SIGCONT') }
  }

  it('counts processor time, so that a file waits while other programs are busy', async () => {
    const { reading, resume } = await stoppedParser(1_000)
    expect(await Promise.race([reading, delay(1_500, 'waits')])).toBe('waits')
    resume()
    expect(await reading).toMatchObject({ text: 'It waits.' })
  })

  it('ends a process that gets no processor time at all', async () => {
    const { reading } = await stoppedParser(500)
    await expect(reading).rejects.toThrow(/^Reading it took longer than 1 seconds\.$/)
  })
})

describe('web pages', () => {
  const page = (html: string, contentType: string | null = 'text/html') =>
    parser.page({ bytes: Buffer.from(html), contentType })

  it('are read by their main content, with headings, lists, tables and code, without navigation', async () => {
    const words =
      'Linen is washed in cold water. It dries in the shade, and it is ironed while it is still damp. '.repeat(4)
    const result = await page(`<!doctype html><html><head><title>Washing | Woven Goods</title>
      <link rel="canonical" href="/care/washing"></head><body>
      <nav><a href="/">Home</a><a href="/cart" rel="nofollow">Cart</a></nav>
      <main><article><h1>Washing</h1><p>${words}</p><h2>Stains</h2><ul><li>Salt for wine</li><li>Soap for oil</li></ul>
      <table><tr><th>Cloth</th><th>Degrees</th></tr><tr><td>Linen</td><td>30</td></tr></table>
      <pre><code>wash --cold</code></pre><p>See <a href="care.html">our care page</a>.</p></article></main>
      <footer>© Woven Goods, all rights reserved</footer></body></html>`)
    expect(result).toMatchObject({
      title: 'Washing',
      canonical: '/care/washing',
      links: ['/', 'care.html'],
      noindex: false,
    })
    expect(result.text).toContain('Stains\n\n- Salt for wine\n- Soap for oil')
    expect(result.text).toContain('| Cloth | Degrees |\n| --- | --- |\n| Linen | 30 |')
    expect(result.text).toContain('wash --cold')
    expect(result.text).toContain('See our care page.')
    expect(result.text).not.toMatch(/Home|Cart|all rights/)
  })

  it('report logins and whether they need a browser', async () => {
    const robots = await page('<meta name="robots" content="NOINDEX, nofollow"><p>Hidden.</p>')
    expect(robots).toMatchObject({ noindex: true, nofollow: true })
    const refresh = await page('<meta http-equiv="refresh" content="0; url=/new">')
    expect(refresh.refresh).toBe('/new')
    const scripted = await page('<body><div id="root"></div><script src="/app.js"></script></body>')
    expect(scripted).toMatchObject({ scripted: true, text: '' })
    const waiting = await page('<body><div id="app"></div><p>Loading…</p><script src="/app.js"></script></body>')
    expect(waiting.scripted).toBe(true)
    const short = await page(
      '<body><h1>Opening hours</h1><p>From nine to five.</p><script src="/a.js"></script></body>',
    )
    expect(short.scripted).toBe(false)
  })

  it('link to their other languages and to the next page of a list', async () => {
    const { links } =
      await page(`<head><link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" href="/feed">
      <link rel="next" href="/list?page=2"></head><body><a href="/a">A</a><p>Words.</p></body>`)
    expect(links).toEqual(['/de/', '/list?page=2', '/a'])
  })

  it('are decoded despite a wrong declaration of the encoding', async () => {
    const latin = Buffer.from('<title>Größe</title><p>Größen und Maße</p>', 'latin1')
    expect((await parser.page({ bytes: latin, contentType: 'text/html; charset=utf-8' })).text).toBe('Größen und Maße')
    expect((await page('<p>Größen</p>', 'text/html; charset=iso-8859-1')).text).toBe('Größen')
  })
})
