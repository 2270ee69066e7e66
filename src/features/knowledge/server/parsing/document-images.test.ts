import { expect, it } from 'vitest'
import { zip } from '../../../../../tests/support/files/office-files.ts'
import { drawnPdf } from '../../../../../tests/support/files/pdf-file.ts'
import { collectImages, MAX_IMAGE_BYTES } from './document-images.ts'
import { pdfImages } from './formats/pdf-images.ts'
import { withPageImages } from './page-images.ts'
import { readDocument } from './read-document.ts'
import type { DocumentImage } from './read-result.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const png = (name: string): Buffer => Buffer.concat([PNG, Buffer.from(name)])
const read = (name: string, bytes: Uint8Array | string, images = true) =>
  readDocument(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { scans: false, images })
const namesOf = (images: DocumentImage[] = []): string[] =>
  images.map((image) => (image instanceof Uint8Array ? Buffer.from(image.subarray(PNG.length)).toString() : 'pixels'))

const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const relations = (id: string, target: string, mode = '') =>
  `<Relationships ${RELATIONS}><Relationship Id="${id}" Type="${OFFICE}/image" Target="${target}"${mode}/></Relationships>`

function docx(target: string, mode = ''): Uint8Array {
  const image = `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a" descr="The red button"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${mode ? 'link' : 'embed'}="r9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const names = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture" xmlns:r="${OFFICE}"`
  const text = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/></Types>',
    '_rels/.rels': `<Relationships ${RELATIONS}><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': relations('r9', target, mode),
    'word/media/image1.png': png('button'),
    'word/document.xml': `<w:document ${names}><w:body>${text('Press it.')}${image}${text('Wait.')}</w:body></w:document>`,
  })
}

it('a DOCX has a mark where it shows an image, with its text alternative', async () => {
  const { text, images } = await read('a.docx', docx('media/image1.png'))
  expect(text).toBe('Press it.\n\n![The red button](image:1)\n\nWait.')
  expect(namesOf(images)).toEqual(['button'])
  const plain = await read('a.docx', docx('media/image1.png'), false)
  expect([plain.text, plain.images]).toEqual(['Press it.\n\nThe red button\n\nWait.', undefined])
})

it('an image that a DOCX only links to is not fetched', async () => {
  const { text, images } = await read('a.docx', docx('https://tracker.example/a.png', ' TargetMode="External"'))
  expect([text, images]).toEqual(['Press it.\n\nThe red button\n\nWait.', undefined])
})

it('a PPTX has the images of its slides', async () => {
  const slide = `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:sp><p:txBody><a:p><a:r><a:t>Look</a:t></a:r></a:p></p:txBody></p:sp><p:pic><p:nvPicPr><p:cNvPr descr="A loom"/></p:nvPicPr><p:blipFill><a:blip r:embed="r2"/></p:blipFill></p:pic></p:sld>`
  const file = zip({
    'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
    'ppt/slides/slide1.xml': slide,
    'ppt/slides/_rels/slide1.xml.rels': relations('r2', '../media/image7.png'),
    'ppt/media/image7.png': png('loom'),
  })
  const { text, images } = await read('a.pptx', file)
  expect(text).toContain('![A loom](image:1)')
  expect(namesOf(images)).toEqual(['loom'])
})

it('an OpenDocument text has the images of its frames', async () => {
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:svg="s" xmlns:xlink="x"><office:body><office:text><text:p>Look</text:p><text:p><draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:title>A loom</svg:title></draw:frame></text:p></office:text></office:body></office:document-content>`
  const file = zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': content,
    'Pictures/1.png': png('loom'),
  })
  const { text, images } = await read('a.odt', file)
  expect(text).toBe('Look\n\n![A loom](image:1)')
  expect(namesOf(images)).toEqual(['loom'])
})

it('an EPUB has the images of its chapters, by addresses relative to them', async () => {
  const file = zip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book/a.opf"/></rootfiles></container>',
    'book/a.opf':
      '<package><manifest><item id="c" href="text/one.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>',
    'book/text/one.xhtml':
      '<html><body><p>Look</p><p><img src="../art/the%20loom.png" alt="A loom"/></p><img src="/etc/passwd" alt=""/></body></html>',
    'book/art/the loom.png': png('loom'),
  })
  const { text, images } = await read('a.epub', file)
  expect(text).toBe('Look\n\n![A loom](image:1)')
  expect(namesOf(images)).toEqual(['loom'])
})

it('pages of a ZIP show the images beside them, each stored once; others are named as unread', async () => {
  const file = zip({
    'docs/a.html':
      '<!doctype html><title>A</title><main><h1>A</h1><p>Look <img src="../img/a.png" alt="A loom"> and <img src="https://x.test/b.png" alt="elsewhere">.</p></main>',
    'docs/b.md':
      '# B\n\n![A [small] loom](../img/a.png)\n\n![A loom](../img/a.png "title")\n\n<img src="./c.gif" alt="c">\n',
    'docs/c.gif': Buffer.concat([Buffer.from('GIF89a'), Buffer.from('c')]),
    'img/a.png': png('a'),
    'img/unused.png': png('unused'),
  })
  const { text, images, note } = await read('a.zip', file)
  expect(text).toContain('Look ![A loom](image:1) and ![elsewhere](https://x.test/b.png).')
  expect(text).toContain('![A \\[small\\] loom](image:1)\n\n![A loom](image:1)\n\n![c](image:2)')
  expect(images).toHaveLength(2)
  expect(note).toBe('One file in it could not be read: img/unused.png.')
})

it('a page has the images that it holds itself, and no SVG', async () => {
  const page = (type: string, bytes: Buffer) =>
    `<!doctype html><title>A</title><main><p>Look</p><img alt="A loom" src="data:image/${type};base64,${bytes.toString('base64')}"></main>`
  expect(await read('a.html', page('png', png('loom')))).toMatchObject({ text: 'Look\n\n![A loom](image:1)' })
  const svg = await read('a.html', page('svg+xml', Buffer.from('<svg onload="alert(1)"/>')))
  expect([svg.text, svg.images]).toEqual(['Look\n\nA loom', undefined])
})

it('an email has the images in its text where it shows them, and attached ones below', async () => {
  const part = (type: string, head: string, body: string | Buffer) =>
    `--x\r\nContent-Type: ${type}\r\n${head}${Buffer.isBuffer(body) ? `Content-Transfer-Encoding: base64\r\n\r\n${body.toString('base64')}` : `\r\n${body}`}\r\n`
  const attachment = (name: string) => `Content-Disposition: attachment; filename=${name}\r\n`
  const email = [
    'From: ada@shop.test\r\nSubject: The loom\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n',
    part(
      'text/html',
      '',
      '<p>Press it.</p><p><img src="cid:one%40mail" alt="The red button"></p><p><img src="https://tracker.example/a.png" alt="elsewhere"></p><p><img src="cid:unknown" alt="lost"></p>',
    ),
    part('image/png', 'Content-ID: <one@mail>\r\nContent-Disposition: inline\r\n', png('button')),
    part('image/png', attachment('photo.png'), png('photo')),
    part('image/svg+xml', attachment('a.svg'), Buffer.from('<svg onload="alert(1)"/>')),
    '--x--\r\n',
  ].join('')
  const { text, images, note } = await read('a.eml', email)
  expect(text).toBe(
    [
      '# The loom\n\nFrom: \\<ada@shop.test>\n\nPress it.\n\n![The red button](image:1)',
      '![elsewhere](https://tracker.example/a.png)\n\nlost\n\n![](image:2)',
    ].join('\n\n'),
  )
  expect(namesOf(images)).toEqual(['button', 'photo'])
  expect(note).toBe('One file in it could not be read: a.svg.')
})

it('images are bounded in number and size, and known by their first bytes', () => {
  const { keep, images } = collectImages()
  expect(keep(Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)]))).toBeNull()
  expect(keep(Buffer.from('<svg/>'))).toBeNull()
  const numbers = Array.from({ length: 120 }, (_, index) => keep(png(String(index))))
  expect(numbers.filter((number) => number !== null)).toHaveLength(100)
  expect([keep(png('0')), images.length]).toEqual([1, 100])
  const large = collectImages()
  const megabytes = (count: number, name: string) => Buffer.concat([png(name), Buffer.alloc(count * 1024 * 1024)])
  expect(['a', 'b', 'c', 'd'].map((name) => large.keep(megabytes(7, name)))).toEqual([1, 2, 3, null])
})

it('a PDF has the images of its pages below their texts, once each, without backgrounds and lines', async () => {
  const square = (red: number) => String.fromCharCode(red, 0, 0, 0, red, 0).repeat(40 * 80)
  const paint = (red: number, [wide, high]: [number, number]) =>
    `q ${wide} 0 0 ${high} 50 300 cm BI /W 80 /H 80 /CS /RGB /BPC 8 ID ${square(red)} EI Q`
  const words = 'BT /F1 10 Tf 50 700 Td (Look) Tj ET'
  const file = drawnPdf(
    [
      words,
      paint(65, [200, 200]),
      paint(65, [100, 100]),
      paint(0, [200, 200]),
      paint(66, [612, 700]),
      paint(67, [200, 4]),
    ].join('\n'),
  )
  const images = await pdfImages(file)
  expect(images.map(({ page, width, height, channels, pixels }) => [page, width, height, channels, pixels[0]])).toEqual(
    [[1, 80, 80, 4, 65]],
  )
  const read = await readDocument('a.pdf', file, { scans: false })
  const shown = withPageImages(read, images)
  expect(shown.text).toBe('\f1\nLook\n\n![](image:1)')
  expect(withPageImages({ ...read, scanned: [1] }, images)).toEqual({ ...read, scanned: [1] })
})
