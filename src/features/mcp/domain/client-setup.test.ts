import { expect, it } from 'vitest'
import { CLIENT_KINDS, clientSetups } from './client-setup.ts'

const URL = 'https://help.example/faq/woven/mcp'

it('each assistant has a text to paste that contains the address', () => {
  const setups = clientSetups(URL, 'woven')
  expect(Object.keys(setups)).toEqual([...CLIENT_KINDS])
  for (const { code } of Object.values(setups)) expect(code).toContain(URL)
})

it('the files have the format that the editors read', () => {
  const { cursor, vscode } = clientSetups(URL, 'woven')
  expect(JSON.parse(cursor.code)).toEqual({ mcpServers: { woven: { url: URL } } })
  expect(JSON.parse(vscode.code)).toEqual({ servers: { woven: { type: 'http', url: URL } } })
})
