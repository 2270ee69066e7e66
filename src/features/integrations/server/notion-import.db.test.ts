// Imports from a Notion workspace, with a fake of its API.
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { integrationTenant } from '../../../../tests/support/content/integration-tenant.ts'
import { atEnd } from '../../../../tests/support/database/database.ts'
import {
  bullet,
  callout,
  checkboxProperty,
  childPage,
  code,
  columns,
  divider,
  heading,
  nested,
  numbered,
  numberProperty,
  paragraph,
  piece,
  quote,
  selectProperty,
  table,
  textProperty,
  titleProperty,
  todo,
  toggle,
  unsupported,
} from '../../../../tests/support/notion/notion-content.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion/notion-server.ts'

let app: TestApp
let notion: NotionServer

beforeAll(async () => {
  notion = await startNotion()
  atEnd(notion.stop)
  app = await createTestApp(notion.env)
})

/** Tenants of one Notion workspace: what one test shares, another chooses not to see. */
async function connected() {
  const tenant = await integrationTenant(app)
  await tenant.call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
  const only = async (...pages: { id: string; title: string }[]) => {
    const { id } = await tenant.integration()
    const chosen = pages.map((page) => ({ id: page.id, title: page.title, kind: 'page' }))
    await tenant.call('integrations/update', { id, chosen })
    return tenant.pass()
  }
  const textOf = async (title: string) => {
    const item = (await tenant.ledger()).get(title)
    if (!item) throw new Error(`${title} is not in the ledger`)
    return tenant.text(item.id)
  }
  return { ...tenant, only, textOf }
}

describe('a Notion page', () => {
  test('keeps its structure', async () => {
    const page = notion.page('Everything about blankets', [
      paragraph([
        piece('Blankets are '),
        piece('woven', { bold: true }),
        piece(', see '),
        piece('the loom', { href: 'https://loom.example/a' }),
        piece('.'),
      ]),
      heading(1, 'Washing'),
      bullet('By hand', [bullet('in cold water'), paragraph('never warmer')]),
      bullet('Not in the machine'),
      numbered('Soak'),
      numbered('Rinse'),
      todo('Dry flat', true),
      todo('Iron', false),
      heading(2, 'Sizes', [
        table([
          ['Size', 'cm | in'],
          ['Single', '140'],
          ['Double', '200'],
        ]),
      ]),
      toggle('May it shrink?', [paragraph('By two percent.')]),
      callout('Wool felts when it is warm.', [paragraph('Keep it cold.')]),
      quote('Warm as a sheep'),
      code('typescript', 'const warm = `wool`'),
      divider,
      columns([paragraph('Left side')], [paragraph('Right side')]),
      unsupported,
      childPage('Repairs'),
    ])
    const { only, textOf } = await connected()
    expect(await only(page)).toMatchObject({ state: 'completed', added: 1, failed: 0, skipped: 0 })
    const text = (await textOf(page.title)) ?? ''
    const [last] = text.split('\n\n').slice(-1)
    expect(text.slice(0, -`\n\n${last}`.length)).toBe(
      [
        'Blankets are **woven**, see [the loom](https://loom.example/a).',
        '# Washing',
        [
          '- By hand',
          '  - in cold water',
          '',
          '  never warmer',
          '- Not in the machine',
          '1. Soak',
          '2. Rinse',
          '- [x] Dry flat',
          '- [ ] Iron',
        ].join('\n'),
        '## Sizes',
        '| Size | cm \\| in |\n| --- | --- |\n| Single | 140 |\n| Double | 200 |',
        '**May it shrink?**',
        'By two percent.',
        '> Wool felts when it is warm.\n>\n> Keep it cold.',
        '> Warm as a sheep',
        '```typescript\nconst warm = `wool`\n```',
        '---',
        'Left side',
        'Right side',
      ].join('\n\n'),
    )
    expect(last).toMatch(/^\[Repairs\]\(https:\/\/www\.notion\.so\/[0-9a-f]{32}\)$/)
  })

  test('is read completely at thirty levels of nesting', async () => {
    const page = notion.page('Deep', [
      nested(30, (level) => (level === 30 ? 'the bottom of the well' : `level ${level}`)),
    ])
    const { only, textOf, search } = await connected()
    expect(await only(page)).toMatchObject({ state: 'completed', added: 1 })
    expect((await textOf('Deep'))?.split('\n')).toHaveLength(30)
    expect((await search('bottom of the well'))[0]).toMatchObject({ title: 'Deep' })
  })

  test('is read to the maximum depth at sixty levels, with a notice', async () => {
    const page = notion.page('Deeper', [nested(60, (level) => `level ${level}`)])
    const { only, ledger } = await connected()
    expect(await only(page)).toMatchObject({ state: 'completed', added: 1 })
    expect((await ledger()).get('Deeper')).toMatchObject({
      state: 'ready',
      reason: 'The page is very long or deeply nested, so only its first part was read.',
    })
  })

  test('is read completely when its blocks need several requests', async () => {
    const page = notion.page(
      'Long',
      Array.from({ length: 250 }, (_, index) => paragraph(`Paragraph ${index + 1}.`)),
    )
    const { only, textOf } = await connected()
    await only(page)
    expect((await textOf('Long'))?.split('\n\n')).toHaveLength(250)
  })

  test('is skipped when empty, with a reason, and not requested again', async () => {
    const page = notion.page('Nothing yet', [paragraph('')])
    const { only, ledger, pass } = await connected()
    expect(await only(page)).toMatchObject({
      state: 'completed',
      skipped: 1,
      problems: [{ title: 'Nothing yet', state: 'skipped', reason: 'It is empty.' }],
    })
    expect((await ledger()).get('Nothing yet')).toMatchObject({ state: 'skipped', reason: 'It is empty.' })
    notion.calls.length = 0
    expect(await pass()).toMatchObject({ skipped: 1, problems: [{ reason: 'It is empty.' }] })
    expect(notion.calls.filter(({ path }) => path.includes(page.id))).toEqual([])
  })

  test('is cited by its source page, which visitors can open without a Notion account', async () => {
    const hidden = notion.page('Hidden warranty', [paragraph('The warranty of looms lasts eleven years.')])
    const open = notion.page('Open returns', [paragraph('Shuttles are returned within ninety days.')], {
      publicUrl: 'https://woven.notion.site/returns',
    })
    const { only, search } = await connected()
    await only(hidden, open)
    expect((await search('how long is the warranty of looms'))[0]).toMatchObject({
      kind: 'chunk',
      title: 'Hidden warranty',
      url: expect.stringMatching(/\/sources\/hidden-warranty-[0-9a-f]{8}#s-0:~:text=/),
    })
    expect((await search('return shuttles'))[0]).toMatchObject({
      url: expect.stringContaining('/sources/open-returns-'),
    })
  })
})

describe('a Notion database', () => {
  test('is read row by row, with the properties of each', async () => {
    const source = notion.database('Products')
    const of = { parent: notion.row(source) }
    notion.page('Loom', [paragraph('It weaves.')], {
      ...of,
      properties: {
        Name: titleProperty('Loom'),
        Kind: selectProperty('Machine'),
        Price: numberProperty(420),
        'In stock': checkboxProperty(true),
        Note: textProperty('two\nlines'),
      },
    })
    notion.page('Shuttle', [], { ...of, properties: { Name: titleProperty('Shuttle'), Price: numberProperty(12) } })
    const { only, textOf } = await connected()
    expect(await only({ id: source.id, title: 'Products' })).toMatchObject({ added: 2, skipped: 0 })
    expect(await textOf('Loom')).toBe(
      '- **Kind**: Machine\n- **Price**: 420\n- **In stock**: Yes\n- **Note**: two lines\n\nIt weaves.',
    )
    expect(await textOf('Shuttle')).toBe('- **Price**: 12')
  })

  test('is read completely when its rows need several requests and the search index is outdated', async () => {
    const source = notion.database('Many')
    for (let index = 0; index < 230; index++)
      notion.page(`Row ${index}`, [paragraph(`Says ${index}.`)], {
        parent: notion.row(source),
        indexed: index % 2 === 0,
      })
    const { only } = await connected()
    expect(await only({ id: source.id, title: 'Many' })).toMatchObject({ state: 'completed', found: 230, added: 230 })
  })

  test('is reported as empty without rows, until it has its first row', async () => {
    const source = notion.database('Nothing in here')
    const { only, ledger, pass } = await connected()
    expect(await only({ id: source.id, title: source.title })).toMatchObject({
      state: 'completed',
      skipped: 1,
      problems: [{ title: 'Nothing in here', reason: 'This database is empty.' }],
    })
    notion.page('First row', [paragraph('Here it is.')], { parent: notion.row(source) })
    expect(await pass()).toMatchObject({ state: 'completed', added: 1, skipped: 0 })
    expect([...(await ledger()).keys()]).toEqual(['First row'])
  })
})

describe('the chosen pages', () => {
  test('include everything below them and nothing else, and pages left out later are removed', async () => {
    const root = notion.page('Handbook', [paragraph('The handbook.')])
    const child = notion.page('Chapter', [paragraph('A chapter.')], { parent: { type: 'page_id', page_id: root.id } })
    const source = notion.database('Glossary', { type: 'page_id', page_id: child.id })
    notion.page('Warp', [paragraph('Threads along.')], { parent: notion.row(source) })
    const elsewhere = notion.page('Elsewhere', [paragraph('Not below it.')])
    const { only, ledger, search } = await connected()
    await only(root)
    expect([...(await ledger()).keys()].sort()).toEqual(['Chapter', 'Handbook', 'Warp'])
    expect(await only(child, elsewhere)).toMatchObject({ state: 'completed', removed: 1, added: 1, unchanged: 2 })
    expect([...(await ledger()).keys()].sort()).toEqual(['Chapter', 'Elsewhere', 'Warp'])
    expect((await search('the handbook')).filter(({ title }) => title === 'Handbook')).toEqual([])
  })

  test('are found by title, without rows, in pages of results', async () => {
    const source = notion.database('Choose: a database')
    notion.page('Choose: a row', [], { parent: notion.row(source) })
    for (let index = 0; index < 60; index++) notion.page(`Choose: page ${index}`, [])
    const { call, integration } = await connected()
    const { id } = await integration()
    type Answer = { items: { title: string; kind: string }[]; next_cursor: string | null }
    const first = await call<Answer>('integrations/browse', { id, q: 'choose:' })
    expect(first.next_cursor).not.toBeNull()
    const second = await call<Answer>('integrations/browse', { id, q: 'choose:', cursor: first.next_cursor })
    expect(second.next_cursor).toBeNull()
    const all = [...first.items, ...second.items]
    expect(all).toHaveLength(61)
    expect(all.find(({ kind }) => kind === 'database')).toMatchObject({ title: 'Choose: a database' })
    expect(all.map(({ title }) => title)).not.toContain('Choose: a row')
  })
})
