// The snapshot beside the migrations describes the tables, so that `npm run db:generate` writes only what has changed.
import { glob, readdir, readFile } from 'node:fs/promises'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'

// drizzle-kit adds an enumerable method to arrays. PDF.js refuses to load beside it, in other tests of this process.
Reflect.deleteProperty(Array.prototype, 'random')

const newestMigration = async (): Promise<string> => {
  const journal = JSON.parse(await readFile(inRoot('migrations/meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries.at(-1)?.tag.slice(0, 4) ?? ''
}

test('the last snapshot contains every table as in the code', async () => {
  const tables: Record<string, unknown> = {}
  for await (const file of glob('src/features/*/server/**/*.table.ts', { cwd: inRoot() }))
    Object.assign(tables, await import(inRoot(file)))
  const name = await newestMigration()
  const snapshot = JSON.parse(await readFile(inRoot(`migrations/meta/${name}_snapshot.json`), 'utf8'))
  expect(Object.keys(snapshot.tables).length).toBeGreaterThan(40)
  expect(await generateMigration(snapshot, generateDrizzleJson(tables, snapshot.id))).toEqual([])
})

test('only the last snapshot is kept, since the next migration is generated from it and the others are unused', async () => {
  expect(await readdir(inRoot('migrations/meta'))).toEqual([
    `${await newestMigration()}_snapshot.json`,
    '_journal.json',
  ])
})
