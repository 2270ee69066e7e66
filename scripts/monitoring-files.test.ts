// Alert rules and dashboard name metrics that the program exports, with the labels that it gives them.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './repository.ts'

const FOLDER = inRoot('deploy', 'monitoring')

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

const source = globSync(inRoot('src/{platform,wire}/**/*.ts'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const isExported = (name: string) => name === 'up' || source.includes(`'${name.replace(/_(bucket|sum|count)$/, '')}'`)

/** Names of metrics in an expression: what a label matcher, a range or an end of the expression follows. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b([a-z]+(?:_[a-z]+)+|up)\b(?=\s*(?:[{[)<>/*+-]|$))/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(humanize|histogram_quantile|predict_linear|min_over_time)/.test(name))

const rules = readFileSync(`${FOLDER}/alerts.yml`, 'utf8')
const expressions = [...rules.matchAll(/expr: (?:\|\n((?: {10,}.*\n)+)|(.*))/g)].map(
  ([, block, line]) => block ?? line ?? '',
)
const dashboard = JSON.parse(readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8')) as Dashboard

test('every metric of the alert rules and the dashboard is exported', () => {
  const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const used = new Set([...expressions, ...panels].flatMap((text) => metricsIn(text.replaceAll(/by \([^)]*\)/g, 'by'))))
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !isExported(name))).toEqual([])
})

test('every panel and every alert has an expression, and no two panels have the same position', () => {
  expect(expressions.length).toBe(rules.match(/- (alert|record):/g)?.length)
  for (const { title, targets } of dashboard.panels) expect(targets.length, title).toBeGreaterThan(0)
})
