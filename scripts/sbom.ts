// Writes a software bill of materials in CycloneDX. Usage: npm run sbom [-- FILE]; dist/sbom.cdx.json by default.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { billOfMaterials, type Lockfile } from './bill-of-materials.ts'
import { inRoot } from './repository.ts'

const file = path.resolve(process.argv[2] ?? inRoot('dist', 'sbom.cdx.json'))
const bill = billOfMaterials(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as Lockfile)
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
console.log(`${bill.components.length} components: ${file}`)
