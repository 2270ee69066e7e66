// Rules for the lockfile: exact versions with checksums, no download addresses, only reviewed licenses, no install
// scripts. Also tests the bill of materials made from it.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { inRoot, root } from './repository.ts'

interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

interface Lockfile {
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

const read = (...at: string[]) => readFileSync(inRoot(...at), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as Lockfile
const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
> & { allowScripts: Record<string, boolean>; workspaces: string[] }
/** Every locked package but the product and its workspaces. `node_modules/a/node_modules/@b/c` is called `@b/c`. */
const components = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
  .map(([path, { version = '', license = '', integrity = '', dev = false }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    return { path, name, version, license, integrity, dev }
  })

describe('the lockfile', () => {
  it('links each workspace and publishes none of them', () => {
    const links = Object.entries(lock.packages).filter(([, { link }]) => link)
    expect(links.map(([, { resolved }]) => resolved)).toEqual(manifest.workspaces)
    for (const folder of manifest.workspaces) {
      const { name, version, license, peerDependencies, ...own } = JSON.parse(read(folder, 'package.json'))
      expect(own, folder).toMatchObject({ private: true, type: 'module' })
      expect(own.scripts ?? own.dependencies, folder).toBeUndefined()
      expect(lock.packages[folder]).toEqual({ name, version, license, ...(peerDependencies && { peerDependencies }) })
    }
  })

  it('contains exactly the versions in package.json', () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.values(asked).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    for (const [name, version] of Object.entries(asked))
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
    expect(lock.packages['']).toMatchObject({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    })
  })

  it('has a checksum for every package, and no download address', () => {
    expect(lock.lockfileVersion).toBe(3)
    for (const { path, integrity } of components) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    for (const [path, { resolved, link }] of Object.entries(lock.packages))
      expect([path, resolved, link]).toEqual(
        link ? [path, path.replace('node_modules/@answerloom/', 'packages/'), true] : [path, undefined, undefined],
      )
    for (const { dependencies = {}, optionalDependencies = {} } of Object.values(lock.packages))
      expect(
        Object.values({ ...dependencies, ...optionalDependencies }).filter((range) =>
          /[:/]/.test(range.replace(/^npm:(?:@[\w-]+\/)?/, '')),
        ),
      ).toEqual([])
  })

  it('allows only listed packages to run a script at installation', () => {
    const names = components.filter(({ path }) => lock.packages[path]?.hasInstallScript).map(({ name }) => name)
    expect([...new Set(names)].filter((name) => !(name in manifest.allowScripts))).toEqual([])
  })
})

test('the licenses match those in the guide', () => {
  const guide = read('docs', 'security', 'dependencies.md')
  const named = [...guide.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, license = '', where = '']) => [
    license,
    where.trim(),
  ])
  const used = new Map<string, string>()
  for (const { license, dev } of components)
    used.set(license, dev && used.get(license) !== 'production' ? 'development' : 'production')
  expect(new Map(named as [string, string][])).toEqual(used)
})

test('npm run sbom lists every package, with version, checksum and license', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 16_000_000 })
  const bill = JSON.parse(stdout)
  const named = bill.components.map((one: { purl: string }) => decodeURIComponent(one.purl))
  const locked = components.map(({ name, version }) => `pkg:npm/${name}@${version}`)
  expect(new Set(named)).toEqual(new Set(locked))
  for (const { purl, hashes } of bill.components)
    expect(hashes, purl).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
  const unlicensed = bill.components.filter((one: { licenses?: unknown[] }) => one.licenses?.length !== 1)
  // They say `BSD`, which is no SPDX identifier.
  expect(unlicensed.map((one: { name: string }) => one.name)).toEqual(['duck', 'url-template'])
})
