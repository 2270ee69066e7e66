import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../repository.ts'
import { screens } from './routes.ts'

/** Paths of the dashboard's router, as the features and the shell write them. */
function paths(): string[] {
  const features = readdirSync(inRoot('src', 'features')).map((name) => inRoot('src', 'features', name, 'web'))
  const files = [...features, inRoot('src', 'shell')].flatMap((folder) => {
    try {
      return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && /^(index|settings-routes|router)\.tsx?$/.test(entry.name))
        .map((entry) => `${folder}/${entry.name}`)
    } catch {
      return []
    }
  })
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path ?? ''),
  )
}

it('has a screenshot of every path of the dashboard', () => {
  const known = paths()
  expect(known.length).toBeGreaterThan(20)
  const shown = screens.map(({ path }) => path.split('?', 1)[0])
  // A path with a parameter is reached by a click on its list.
  expect(known.filter((path) => !path.includes(':') && !shown.includes(path))).toEqual([])
})
