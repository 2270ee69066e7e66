// Parts of the embedding guide that no browser can run: workflows for n8n, bodies for the API, files of the plugin.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inRoot } from '../scripts/repository.ts'
import { createFaqInput } from '../src/features/faqs/contract.ts'
import { WEBHOOK_EVENTS } from '../src/features/webhooks/contract.ts'
import { apiDocument } from '../src/wire/api-document.ts'
import { codeBelow } from './support/websites/embedding-guide.ts'

interface Node {
  id: string
  name: string
  type: string
  typeVersion: number
  position: [number, number]
  parameters: Record<string, unknown>
}
interface Workflow {
  name: string
  nodes: Node[]
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>
}

const FOLDER = inRoot('integrations', 'n8n')
const workflows = readdirSync(FOLDER).map((file) => ({
  file,
  workflow: JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Workflow,
}))
const { paths } = await apiDocument({ appUrl: new URL('https://help.example.com'), version: '1.0.0' })

it('there is one workflow for events and one for the API', () => {
  expect(workflows.map(({ file }) => file)).toEqual(['row-to-faq-draft.json', 'unanswered-question.json'])
})

it.each(workflows)('$file has complete nodes that are all connected', ({ workflow }) => {
  const names = workflow.nodes.map(({ name }) => name)
  expect(workflow.name).not.toBe('')
  for (const field of ['id', 'name'] as const)
    expect(new Set(workflow.nodes.map((node) => node[field])).size).toBe(workflow.nodes.length)
  for (const node of workflow.nodes)
    expect(node).toMatchObject({
      type: expect.stringMatching(/^n8n-nodes-base\.\w+$/),
      typeVersion: expect.any(Number),
      position: [expect.any(Number), expect.any(Number)],
      parameters: expect.any(Object),
    })
  const edges = Object.entries(workflow.connections).flatMap(([from, { main }]) =>
    main.flat().map(({ node, type, index }) => ({ from, node, type, index })),
  )
  for (const { from, node, type, index } of edges) {
    expect(names).toContain(from)
    expect(names).toContain(node)
    expect([type, index]).toEqual(['main', 0])
  }
  const reached = new Set(edges.map(({ node }) => node))
  const first = workflow.nodes.filter(({ name }) => !reached.has(name))
  expect(first.map(({ type }) => type)).toEqual([expect.stringMatching(/\.webhook$|Trigger$/)])
  expect(JSON.stringify(workflow)).not.toMatch(/"credentials"|Bearer [a-z]+_/)
})

it.each(workflows)('$file names existing events and addresses', ({ workflow }) => {
  const text = JSON.stringify(workflow)
  for (const [, event] of text.matchAll(/"rightValue":"([^"]+)"/g)) expect(WEBHOOK_EVENTS).toContain(event)
  for (const { type, parameters } of workflow.nodes) {
    if (type === 'n8n-nodes-base.webhook') expect(parameters.authentication).toBe('headerAuth')
    if (type !== 'n8n-nodes-base.httpRequest') continue
    const [, path = ''] = /^https:\/\/help\.example\.com\/api\/v1(\/.*)$/.exec(String(parameters.url)) ?? []
    expect(paths?.[path]).toHaveProperty(String(parameters.method).toLowerCase())
  }
})

it('the body that n8n sends is a FAQ of the API, and a draft', () => {
  const node = workflows[0]?.workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.httpRequest')
  const [, expression = ''] = /^=\{\{ (.*) \}\}$/.exec(String(node?.parameters.jsonBody)) ?? []
  const row = { question: 'Do you "ship"?', answer: 'Yes.\nFast.', category: '' }
  const body = new Function('$json', `return ${expression}`)(row) as string
  expect(createFaqInput.strict().parse(JSON.parse(body))).toMatchObject({
    question: row.question,
    answer: row.answer,
    category: 'General',
    status: 'draft',
  })
})

it('the body for Zapier is a FAQ of the API', () => {
  const body = JSON.parse(codeBelow('Zapier', 'json')[0] ?? '')
  expect(createFaqInput.strict().parse(body)).toMatchObject({ status: 'draft' })
})

it('the WordPress plugin runs only within WordPress, escapes its output, and has the names in the guide', () => {
  const file = (name: string) => readFileSync(inRoot('integrations', 'wordpress', 'answerloom', name), 'utf8')
  const plugin = file('answerloom.php')
  expect(plugin).toContain("defined( 'ABSPATH' ) || exit;")
  expect(file('uninstall.php')).toContain("defined( 'WP_UNINSTALL_PLUGIN' ) || exit;")
  for (const [, shortcode] of codeOfGuide().matchAll(/\[(answerloom_\w+)/g))
    expect(plugin).toContain(`add_shortcode( '${shortcode}'`)
  const printed = [...plugin.matchAll(/\becho ([^;]+);/g)].map(([, what = '']) => what)
  for (const what of printed) expect(what).toMatch(/^(esc_attr|esc_html|answerloom_script_tag)\(/)
})

const codeOfGuide = () => readFileSync(inRoot('docs', 'guides', 'embedding.md'), 'utf8')
