// Files that were changed at random: each ends with a text or with a reason, and the next one is read. A hundred with
// every test, as many as MUTANTS says in `npm run test:soak`.
import { afterAll, describe, expect, it } from 'vitest'
import { doc } from '../../../../../tests/support/files/doc-file.ts'
import { docx, pptx } from '../../../../../tests/support/files/office-files.ts'
import { pdf } from '../../../../../tests/support/files/pdf-file.ts'
import { sitePage } from '../../../../../tests/support/websites/web-site.ts'
import { createParser } from './parser.ts'

const MUTANTS = Number(process.env.MUTANTS ?? 100)
const SIDE_BY_SIDE = 4
const CHANGES_MAX = 12

const parser = createParser()
afterAll(() => parser.close())

const ORIGINALS: readonly (readonly [string, Uint8Array])[] = [
  ['a.pdf', pdf([['# One', 'Some words.'], ['More words.']])],
  ['a.docx', docx([{ heading: 'One' }, { items: ['a', 'b'] }, { table: [['a', 'b']] }])],
  ['a.pptx', pptx([{ title: 'One', points: ['a'], notes: 'b' }])],
  ['a.doc', doc(['One', 'Some words.'])],
  ['a.md', Buffer.from('---\ntitle: One\n---\n# One\n\n- a\n- b\n\n| a | b |\n|---|---|\n| ä | ö |\n')],
  ['a.html', Buffer.from(sitePage({ title: 'One', text: 'Some <b>words</b> &amp; signs.', links: ['/a'] }))],
]

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Bytes are changed, left out or repeated, and some files are cut off. */
function mutate(bytes: Uint8Array, next: (below: number) => number): Uint8Array {
  let copy = Uint8Array.from(bytes)
  for (let k = 0; k <= next(CHANGES_MAX); k++) copy[next(copy.length)] = next(256)
  const [from, length] = [next(copy.length), next(64)]
  const how = next(4)
  if (how === 0) copy = copy.slice(0, from)
  if (how === 1) copy = Uint8Array.from([...copy.slice(0, from), ...copy.slice(from + length)])
  if (how === 2) copy = Uint8Array.from([...copy.slice(0, from + length), ...copy.slice(from)])
  return copy
}

async function outcome(name: string, bytes: Uint8Array): Promise<string> {
  try {
    const { text } = name.endsWith('.html')
      ? await parser.page({ bytes, contentType: 'text/html' })
      : await parser.document({ name, bytes })
    return `was read: ${text.length}`
  } catch (error) {
    return (error as Error).message
  }
}

describe('randomly modified files', () => {
  it(`give a text or a reason: ${MUTANTS} of them`, { timeout: Math.max(60_000, MUTANTS * 600) }, async () => {
    const next = numbers(7)
    const mutants = Array.from({ length: MUTANTS }, (_, index) => {
      const [name, bytes] = ORIGINALS[index % ORIGINALS.length] ?? ['', new Uint8Array()]
      return { name, bytes: mutate(bytes, next) }
    })
    const outcomes: string[] = []
    const take = async () => {
      for (let mutant = mutants.pop(); mutant; mutant = mutants.pop())
        outcomes.push(await outcome(mutant.name, mutant.bytes))
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, take))
    expect(outcomes).toHaveLength(MUTANTS)
    for (const one of outcomes) expect(one).toMatch(/^was read: |\.$/)
    expect(outcomes.some((one) => one.startsWith('was read'))).toBe(true)
    expect(await parser.document({ name: 'after.txt', bytes: Buffer.from('Still here.') })).toMatchObject({
      text: 'Still here.',
    })
  })
})
