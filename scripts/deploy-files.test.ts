// Compose files and the Helm chart: every variable exists, every value is defined, every process drains.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONFIG_TABLE } from '../src/platform/config/index.ts'
import { inRoot } from './repository.ts'

const read = (...path: string[]) => readFileSync(inRoot('deploy', ...path), 'utf8')
const variables = new Set(CONFIG_TABLE.map(({ name }) => name))
const { version, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  version: string
  dependencies: Record<string, string>
}

interface Compose {
  services: Record<string, { image?: string; environment?: Record<string, string>; healthcheck?: object }>
}
const composeFiles = globSync(inRoot('deploy', 'compose*.yaml')).map((path) => ({
  name: basename(path),
  text: readFileSync(path, 'utf8'),
  compose: parse(readFileSync(path, 'utf8'), { merge: true }) as Compose,
}))

test('compose files give Answerloom only variables that it reads', () => {
  expect(composeFiles.map(({ name }) => name).sort()).toEqual([
    'compose.embedded.yaml',
    'compose.postgresql.yaml',
    'compose.replica.yaml',
    'compose.try.yaml',
    'compose.yaml',
  ])
  for (const { name, compose } of composeFiles)
    for (const service of ['web', 'worker']) {
      const names = Object.keys(compose.services[service]?.environment ?? {})
      expect(
        names.filter((one) => !variables.has(one)),
        `${name}: ${service}`,
      ).toEqual([])
      // compose.try.yaml and compose.replica.yaml add to the services of compose.yaml.
      if (compose.services[service]?.image) expect(compose.services[service].healthcheck, name).toBeDefined()
    }
})

test('compose.env.example names each variable that a compose file requires, and no other', () => {
  const named = [...read('compose.env.example').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name = '']) => name)
  const used = (pattern: RegExp) =>
    new Set(composeFiles.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
  for (const required of used(/\$\{(\w+):\?\}/g)) expect(named).toContain(required)
  const all = used(/\$\{(\w+)/g)
  expect(named.filter((name) => !all.has(name))).toEqual([])
})

test('the image is built on the Node version of package.json, pinned by its digest', () => {
  const [, base = ''] = /^ARG NODE_IMAGE=(.+)$/m.exec(read('Dockerfile')) ?? []
  const [image, digest] = base.split('@')
  expect(image).toBe(`node:${dependencies.node}-bookworm-slim`)
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
})

const chart = inRoot('deploy', 'helm', 'answerloom')
const templates = globSync(`${chart}/templates/*`).map((path) => readFileSync(path, 'utf8'))
const values = parse(read('helm', 'answerloom', 'values.yaml')) as Record<string, unknown> & {
  env: Record<string, string>
}

test('the chart is of this version and sets only variables that exist', () => {
  expect(parse(read('helm', 'answerloom', 'Chart.yaml'))).toMatchObject({ version, appVersion: version })
  expect(Object.keys(values.env).filter((name) => !variables.has(name))).toEqual([])
  const literal = templates.flatMap((text) => [...text.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name))
  expect(literal).toEqual(['MODE'])
})

test('templates use only values that values.yaml defines, and close what they open', () => {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values)
  const paths = templates.flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => valueAt(path) === undefined)).toEqual([])
  for (const text of templates) {
    const actions = [...text.matchAll(/\{\{-?\s*(if|range|with|define|end)\b/g)].map(([, word]) => word)
    expect(actions.filter((word) => word === 'end').length * 2).toBe(actions.length)
  }
})

test('every way to run several processes sets DRAIN_SECONDS, and gives it time', () => {
  expect(read('answerloom.service')).toContain('DRAIN_SECONDS=10')
  expect(read('compose.yaml')).toContain(`DRAIN_SECONDS: \${DRAIN_SECONDS:-10}`)
  expect(values.env.DRAIN_SECONDS).toBe('10')
  expect(templates.join('')).toContain('terminationGracePeriodSeconds: 45')
})

test('the image, the systemd unit and the chart start the server as `npm start` does', () => {
  const { flags, environment } = JSON.parse(readFileSync(inRoot('scripts', 'server-process.json'), 'utf8')) as {
    flags: string[]
    environment: Record<string, string>
  }
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  for (const text of [read('Dockerfile'), read('answerloom.service')])
    for (const setting of [...flags, ...settings]) expect(text).toContain(setting)
  // A pod has the environment of the image.
  for (const flag of flags) expect(templates.join('\n')).toContain(flag)
})
