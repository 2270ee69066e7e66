import { describe, expect, test } from 'vitest'
import { checkedLookup, isPublicAddress, type ResolvedAddress } from './addresses.ts'

test.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a9fe:a9fe',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

describe('the address lookup', () => {
  const ask = (addresses: ResolvedAddress[], all = true) =>
    new Promise<unknown>((resolve) => {
      checkedLookup(async () => addresses, isPublicAddress)('site.example', { all }, (error, address) =>
        resolve(error ?? address),
      )
    })

  test('returns only the addresses that it has checked', async () => {
    const publicOnes: ResolvedAddress[] = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]
    expect(await ask(publicOnes)).toEqual(publicOnes)
    expect(await ask(publicOnes, false)).toBe('93.184.215.14')
  })

  test('refuses a name of which one address is private', async () => {
    const refusal = { code: 'outbound.blocked' }
    expect(await ask([{ address: '127.0.0.1', family: 4 }])).toMatchObject(refusal)
    expect(await ask([{ address: '::ffff:10.0.0.1', family: 6 }])).toMatchObject(refusal)
    const mixed: ResolvedAddress[] = [
      { address: '93.184.215.14', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ]
    expect(await ask(mixed)).toMatchObject(refusal)
    expect(await ask([])).toBeInstanceOf(Error)
  })

  test('resolves a name once per connection, so that it cannot change in between', async () => {
    const answers = ['93.184.215.14', '127.0.0.1']
    const lookup = checkedLookup(async () => [{ address: answers.shift() ?? '', family: 4 }], isPublicAddress)
    const next = () =>
      new Promise<unknown>((resolve) => {
        lookup('rebind.example', { all: false }, (error, address) => resolve(error ?? address))
      })
    expect(await next()).toBe('93.184.215.14')
    expect(await next()).toMatchObject({ code: 'outbound.blocked' })
  })
})
