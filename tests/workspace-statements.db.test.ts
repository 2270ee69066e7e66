// Verifies the scaling guide: statements of visitors and members stay within one workspace, except for those it names.
// Calls everything once; PostgreSQL's plan of each statement shows the rows it can touch.
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../src/platform/db/index.ts'
import { callEverything } from './support/app/every-call.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import type { TestApp } from './support/app/test-app.ts'
import { testDatabase } from './support/database/database.ts'
import { statementsInGuide } from './support/database/scaling-guide.ts'
import { recordStatements, type StatementRecorder } from './support/database/statement-recorder.ts'
import { namesOneWorkspace, planStatements, unscopedStatements } from './support/database/workspace-scope.ts'

let db: Database
let app: TestApp
let recorder: StatementRecorder

beforeAll(async () => {
  db = await testDatabase()
  recorder = recordStatements(db)
  app = await createSampleApp({}, { db })
})

it('every statement is limited to one workspace, except those in the guide', async () => {
  await callEverything(app, (name) => recorder.during(name))

  const planned = await planStatements(db, recorder.statements)
  expect(planned.length).toBeGreaterThan(350)
  const beyond = new Map<string, string>()
  for (const { statement, scans } of planned)
    for (const { table, columns, isRestricted } of scans)
      if (!isRestricted) beyond.set(`${table} (${columns.join(', ')})`, `${statement.during}: ${statement.text}`)
  const listed = statementsInGuide()
  expect([...beyond].filter(([name]) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !beyond.has(name))).toEqual([])
  expect(planned.filter((one) => !namesOneWorkspace(one)).map(({ statement }) => statement)).toEqual([])
  expect(unscopedStatements(planned)).toEqual([])
}, 240_000)
