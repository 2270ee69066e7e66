import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '../../../tests/support/network/dns-server.ts'
import { createDns } from './index.ts'

let server: DnsServer
beforeEach(async () => {
  server = await startDnsServer()
})
afterEach(() => server.stop())

it('TXT records are read, also long ones, and a missing record is distinguished from a missing response', async () => {
  const dns = createDns([server.address])
  const long = 'x'.repeat(600)
  server.set('_proof.woven.example', 'one', long)
  expect(await dns.txt('_proof.woven.example')).toEqual(['one', long])
  expect(await dns.txt('nothing.woven.example')).toEqual([])
  server.mode = 'silent'
  await expect(createDns([server.address], 20).txt('_proof.woven.example')).rejects.toMatchObject({
    code: 'dns.unavailable',
  })
  server.mode = 'fails'
  await expect(dns.txt('_proof.woven.example')).rejects.toMatchObject({ code: 'dns.unavailable', status: 503 })
})
