// Reads the product's dependencies from the lockfile. The result depends on the lockfile alone, not on installed
// packages.
import { createHash } from 'node:crypto'

export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  name: string
  version: string
  lockfileVersion: number
  packages: Record<string, LockedPackage>
}

export interface Component {
  path: string
  name: string
  version: string
  purl: string
  license: string
  integrity: string
  /** Not part of what runs in production. */
  dev: boolean
}

const FOLDER = 'node_modules/'

/** `node_modules/a/node_modules/@b/c` is called `@b/c`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)

/** A package URL: the at sign of a scope is encoded, its slash is not. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** Everything locked but the product itself, in the order of the lockfile. */
export const componentsOf = ({ packages }: Lockfile): Component[] =>
  Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', license = '', integrity = '', dev = false }]) => {
      const name = nameOf(path)
      return { path, name, version, purl: purlOf(name, version), license, integrity, dev }
    })

/** Resolves a dependency of a package as Node does: in its own folder first, then in each parent folder. */
function pathOf(packages: Lockfile['packages'], from: string, name: string): string | null {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`
    if (packages[path]) return path
    if (folder === '') return null
    const up = folder.lastIndexOf(`/${FOLDER}`)
    folder = up < 0 ? '' : folder.slice(0, up)
  }
}

/** SHA-512 as CycloneDX has it, from `sha512-…` of the lockfile. */
const hashOf = (integrity: string) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
})

/** An SPDX identifier, an expression of several, or the name of something that has no identifier. */
const licenseOf = (license: string) =>
  /[ ()]/.test(license) ? { expression: license } : { license: license === 'BSD' ? { name: license } : { id: license } }

/** A software bill of materials in CycloneDX 1.6. The same lockfile gives the same text. */
export function billOfMaterials(lock: Lockfile) {
  const { packages } = lock
  const root = `pkg:npm/${lock.name}@${lock.version}`
  const components = componentsOf(lock)
  // The path distinguishes two copies of one version.
  const refs = new Map([['', root], ...components.map(({ path, purl }) => [path, `${purl}#${path}`] as const)])
  const digest = createHash('sha256').update(JSON.stringify(packages)).digest('hex')
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': root, name: lock.name, version: lock.version, purl: root },
    },
    components: components.map(({ path, name, version, purl, license, integrity, dev }) => ({
      type: 'library',
      'bom-ref': refs.get(path),
      name,
      version,
      purl,
      scope: dev ? 'excluded' : packages[path]?.optional ? 'optional' : 'required',
      hashes: [hashOf(integrity)],
      licenses: [licenseOf(license)],
    })),
    dependencies: Object.entries(packages).map(([path, { dependencies = {}, optionalDependencies = {} }]) => ({
      ref: refs.get(path),
      dependsOn: Object.keys({ ...dependencies, ...optionalDependencies })
        .flatMap((name) => pathOf(packages, path, name) ?? [])
        .map((found) => refs.get(found))
        .sort(),
    })),
  }
}
