import { expect, it } from 'vitest'
import { conjuncts, scansInPlan } from './workspace-scans.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const TABLES = new Set(['faqs', 'messages', 'workspaces'])

it.each([
  ['(a = 1)', ['a = 1']],
  ['((a = 1) AND (b = 2))', ['a = 1', 'b = 2']],
  ["((a = ' AND ('::text) AND ((b = 2) AND (c = 3)))", ["a = ' AND ('::text", 'b = 2', 'c = 3']],
  ['((a = 1) OR ((b = 2) AND (c = 3)))', ['(a = 1) OR ((b = 2) AND (c = 3))']],
])('the condition %s is divided into its parts', (condition, parts) => expect(conjuncts(condition)).toEqual(parts))

const scan = (conditions: object) => ({ 'Node Type': 'Index Scan', 'Relation Name': 'faqs', Alias: 'f', ...conditions })

it.each([
  ['a value', { 'Index Cond': `((workspace_id = '${ID}'::uuid) AND (id = '${ID}'::uuid))` }, true],
  ['a value in a filter', { Filter: `(workspace_id = '${ID}'::uuid)` }, true],
  ['a value of another scan', { 'Index Cond': '(workspace_id = m.workspace_id)' }, true],
  ['an id alone', { 'Index Cond': `(id = '${ID}'::uuid)` }, false],
  ['one of two cases', { Filter: `((workspace_id = '${ID}'::uuid) OR (status = 'draft'::text))` }, false],
  ['several workspaces', { Filter: `(workspace_id = ANY ('{${ID}}'::uuid[]))` }, false],
  ['the opposite', { Filter: `(workspace_id <> '${ID}'::uuid)` }, false],
  ['nothing', {}, false],
])('a scan by %s is recognized', (_, conditions, isRestricted) =>
  expect(scansInPlan(scan(conditions), TABLES)).toMatchObject([{ table: 'faqs', isRestricted }]),
)

it('a workspace in the table `workspaces` is found by its id, and columns and values are recognized', () => {
  const plan = { 'Node Type': 'Seq Scan', 'Relation Name': 'workspaces', Filter: `(id = '${ID}'::uuid)` }
  expect(scansInPlan(plan, TABLES)).toEqual([
    { table: 'workspaces', columns: ['id'], workspaceIds: [ID], isRestricted: true },
  ])
})

it('only joins by workspace are followed', () => {
  const joined = (condition: string) => ({ 'Node Type': 'Nested Loop', 'Join Filter': condition, Plans: [scan({})] })
  expect(scansInPlan(joined('(m.workspace_id = f.workspace_id)'), TABLES)).toMatchObject([{ isRestricted: true }])
  expect(scansInPlan(joined('(m.faq_id = f.id)'), TABLES)).toMatchObject([{ isRestricted: false }])
  expect(scansInPlan(joined('(m.workspace_id = x.workspace_id)'), TABLES)).toMatchObject([{ isRestricted: false }])
})
