// Starts a new feature. Usage: npm run new-feature -- NAME --after PREDECESSOR
import { parseArgs } from 'node:util'
import { root } from './bootstrap/root.mjs'
import { addFeature } from './scaffold/add-feature.ts'

const USAGE = 'Usage: npm run new-feature -- NAME --after PREDECESSOR'

try {
  const { values, positionals } = parseArgs({ options: { after: { type: 'string' } }, allowPositionals: true })
  const [name] = positionals
  if (!name || !values.after || positionals.length > 1) throw new Error(USAGE)
  for (const file of addFeature(root, name, values.after)) console.log(file)
  console.log('Next: add its contract to src/contract.ts and its routes to src/wire/router.ts.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
