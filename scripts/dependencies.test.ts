// Rules for the lockfile: exact versions with checksums, no download addresses, only reviewed licenses, no install
// scripts. Also tests the bill of materials made from it.
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { billOfMaterials, componentsOf, type Lockfile } from './bill-of-materials.ts'
import { inRoot } from './repository.ts'

const read = (...at: string[]) => readFileSync(inRoot(...at), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as Lockfile
const manifest = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
> & { allowScripts: Record<string, boolean> }
const components = componentsOf(lock)

describe('the lockfile', () => {
  it('holds what package.json asks for, exactly', () => {
    const asked = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.values(asked).filter((version) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
    for (const [name, version] of Object.entries(asked))
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
    expect(lock.packages['']).toMatchObject({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    })
  })

  it('has a checksum for everything, and no address to get it from', () => {
    expect(lock.lockfileVersion).toBe(3)
    for (const { path, integrity } of components) expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    for (const [path, { resolved, link }] of Object.entries(lock.packages))
      expect([path, resolved, link]).toEqual([path, undefined, undefined])
    for (const { dependencies = {}, optionalDependencies = {} } of Object.values(lock.packages))
      expect(
        Object.values({ ...dependencies, ...optionalDependencies }).filter((range) =>
          /[:/]/.test(range.replace(/^npm:/, '')),
        ),
      ).toEqual([])
  })

  it('runs no script at installation that was not allowed', () => {
    const names = components.filter(({ path }) => lock.packages[path]?.hasInstallScript).map(({ name }) => name)
    expect([...new Set(names)].filter((name) => !(name in manifest.allowScripts))).toEqual([])
  })
})

test('the licenses are those that the guide names', () => {
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

describe('the bill of materials', () => {
  const bill = billOfMaterials(lock)

  it('names every package once, with version, checksum and license', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(bill.components).toHaveLength(Object.keys(lock.packages).length - 1)
    expect(new Set(bill.components.map((one) => one['bom-ref'])).size).toBe(bill.components.length)
    for (const one of bill.components) {
      expect(one.hashes[0]?.content, one.name).toMatch(/^[0-9a-f]{128}$/)
      expect(JSON.stringify(one.licenses), one.name).not.toContain('""')
      expect(one.purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/)
    }
  })

  it('says what needs what, and only what is there', () => {
    const known = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((one) => one['bom-ref'])])
    for (const { ref, dependsOn } of bill.dependencies)
      for (const one of [ref, ...dependsOn]) expect(known).toContain(one)
    const [root] = bill.dependencies
    expect(root?.dependsOn).toHaveLength(Object.keys(manifest.dependencies).length)
  })

  it('is the same for the same lockfile, and another for another', () => {
    expect(JSON.stringify(billOfMaterials(lock))).toBe(JSON.stringify(bill))
    const { 'node_modules/hono': _, ...fewer } = lock.packages
    expect(billOfMaterials({ ...lock, packages: fewer }).serialNumber).not.toBe(bill.serialNumber)
  })
})
