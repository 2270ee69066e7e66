import { expect, it } from 'vitest'
import { apiDocsPage } from '../features/operations/server/index.ts'
import { apiDocument } from './api-document.ts'

const document = await apiDocument({ appUrl: new URL('https://help.example.com'), version: '1.2.3' })
const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

it('every success and error has a schema', () => {
  expect(operations.length).toBeGreaterThan(140)
  for (const { name, operation } of operations) {
    const responses = operation.responses ?? {}
    const success = Object.keys(responses).filter((status) => status.startsWith('2'))
    expect({ name, success }).toMatchObject({ success: [expect.any(String)] })
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '404', '409', '429', '500', '503']))
  }
})

it('the calls of visitors need no key', () => {
  const ask = operations.find(({ name }) => name === 'post /public/ask')?.operation
  expect(document.servers).toEqual([{ url: 'https://help.example.com/api/v1' }])
  expect(ask).toMatchObject({ security: [] })
  expect(ask).not.toHaveProperty('servers')
  const success = ask?.responses?.['200'] as { content?: object } | undefined
  expect(Object.keys(success?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
})

it('the page shows the fields of named schemas', () => {
  const { html } = apiDocsPage(document, { https: true })
  const create = /<code>\/faqs<\/code><\/h3><p>Create a FAQ<\/p>.*?<\/article>/s.exec(html)?.[0]
  expect(create).toContain('<code>question</code>')
  expect(create).toContain('<code>alternative_questions</code>')
})
