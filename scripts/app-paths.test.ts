// An address of the dashboard that the server does not know would be answered with the site's 404 on a reload.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { APP_PATHS } from '../src/features/dashboard/contract.ts'
import { inRoot } from './repository.ts'

test('every route of the dashboard is an address of the server', () => {
  const files = globSync('src/{features/*/web,web}/**/{index,*routes}.ts', { cwd: inRoot() })
  const routes = files.flatMap((file) =>
    [...readFileSync(inRoot(file), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path),
  )
  expect(routes.length).toBeGreaterThan(10)
  const known: readonly string[] = APP_PATHS
  expect(routes.filter((path) => !known.includes(path))).toEqual([])
})
