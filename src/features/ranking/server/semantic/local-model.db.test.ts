// Search by meaning with a local model, from its folder through the real runtime to the entries that are found.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entry, filler, refund } from '../../../../../tests/support/content/indexed-entries.ts'
import { createTestContext } from '../../../../../tests/support/content/test-context.ts'
import { aquarium, dogs, umbrella, workspaceWith } from '../../../../../tests/support/database/embedded-workspaces.ts'
import { installTinyModel } from '../../../../../tests/support/models/local-model.ts'
import { silentLogger } from '../../../../platform/log/index.ts'
import { createAvailableEncoder, createTextEncoder } from '../../../../wire/text-encoder.ts'
import { createSemanticSearch, type SemanticSearch, searchMemoryIndex, type TextEncoder } from '../index.ts'
import { embedWorkspace } from './embed-workspace.ts'

const testContext = await createTestContext()
const owner = await testContext.person({ freeAccess: true })
const { db } = testContext

let dataDir: string
const opened: TextEncoder[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'local-model-'))
})
afterAll(async () => {
  for (const encoder of opened) await encoder.close()
  await rm(dataDir, { recursive: true })
})

function encoderNamed(name: string): TextEncoder {
  const encoder = createTextEncoder({ semantic: { kind: 'local', name }, dataDir }, silentLogger)!
  opened.push(encoder)
  return encoder
}

const germanPassword = () => entry('Wie ändere ich mein Kennwort?', 'Unter Konto, Sicherheit.', { language: 'de' })

async function embeddedWorkspace(encoder: TextEncoder) {
  const w = await workspaceWith(
    testContext,
    owner,
    refund(),
    aquarium(),
    umbrella(),
    dogs(),
    germanPassword(),
    ...filler(20),
  )
  await embedWorkspace(db, encoder, w.id, { signal: new AbortController().signal, limitMs: 60_000 })
  return { w, semantic: createSemanticSearch(db, encoder) }
}

async function bestHit(
  { w, semantic }: { w: { id: string } & Awaited<ReturnType<typeof workspaceWith>>; semantic: SemanticSearch },
  text: string,
) {
  const served = await w.within((transaction) => semantic.served(transaction, w.id))
  const { embedding, isMissing } = await semantic.embedQuestion(served!, text)
  expect(isMissing).toBe(false)
  const { hits } = await searchMemoryIndex(
    db,
    { id: w.id, contentVersion: null },
    { text, limit: 5, ...(embedding ? { embedding } : {}) },
  )
  return hits[0]?.question ?? null
}

describe('a multilingual model', () => {
  let searched: Awaited<ReturnType<typeof embeddedWorkspace>>
  beforeAll(async () => {
    await installTinyModel(dataDir, 'tiny-multilingual')
    const encoder = encoderNamed('tiny-multilingual')
    // The thread of the model has started before questions with their short timeout are asked.
    await encoder.background.embed(['ready'])
    searched = await embeddedWorkspace(encoder)
  })

  it.each([
    ['goldfish', aquarium().question],
    ['Sturdy brolly', umbrella().question],
    ['login', germanPassword().question],
    ['Ist ein Hund erlaubt?', dogs().question],
    ['Gibt es eine Erstattung?', refund().question],
    ['Comment obtenir un remboursement ?', refund().question],
  ])('finds by meaning: %s', async (text, question) => {
    expect((await searched.w.search(text)).hits.map((hit) => hit.question)).not.toContain(question)
    expect(await bestHit(searched, text)).toBe(question)
  })

  it('embeds entries in every language', async () => {
    const { w } = searched
    expect(await w.embeddings()).toHaveLength(25)
    expect(await w.served()).toMatch(/^tiny-multilingual@[0-9a-f]{12}$/)
    expect((await w.within((transaction) => searched.semantic.progress(transaction, w.id)))?.entries).toBe(25)
  })
})

it('a model of one language leaves texts in other languages to word search', async () => {
  await installTinyModel(dataDir, 'tiny-english', { languages: ['en'] })
  const encoder = encoderNamed('tiny-english')
  await encoder.background.embed(['ready'])
  const searched = await embeddedWorkspace(encoder)
  expect(await searched.w.embeddings()).toHaveLength(24)
  expect(await bestHit(searched, 'Ich möchte mein Geld zurück')).not.toBe(refund().question)
})

it('a server without its model searches by words, and logs the command that installs it', () => {
  const warnings: unknown[] = []
  const log = { ...silentLogger, warn: (...parts: unknown[]) => void warnings.push(...parts) }
  expect(createAvailableEncoder({ semantic: { kind: 'local', name: 'absent' }, dataDir }, log)).toBeNull()
  expect(String(warnings[0])).toContain('Run "npm run model:get -- absent" and start again.')
})
