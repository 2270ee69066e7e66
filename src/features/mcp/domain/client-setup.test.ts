import { expect, it } from 'vitest'
import { CLIENTS, clientSetups } from './client-setup.ts'

const URL = 'https://help.example/faq/woven/mcp'

it('has something to paste for each assistant, with the address in it', () => {
  const setups = clientSetups(URL, 'woven')
  expect(Object.keys(setups)).toEqual([...CLIENTS])
  for (const { code } of Object.values(setups)) expect(code).toContain(URL)
})

it('writes the files as the editors read them', () => {
  const { cursor, vscode } = clientSetups(URL, 'woven')
  expect(JSON.parse(cursor.code)).toEqual({ mcpServers: { woven: { url: URL } } })
  expect(JSON.parse(vscode.code)).toEqual({ servers: { woven: { type: 'http', url: URL } } })
})
