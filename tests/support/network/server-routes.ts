// Every address that the server answers at, read from the code.
import { readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../../../scripts/repository.ts'

/** `name` is the file and the address as the code writes it. */
export interface ServerRoute {
  method: string
  name: string
}

/** A route of Hono's, its address a text, a template or a constant. */
const ROUTE = /\.(get|post|put|patch|delete|all|on)\(\s*(?:(['`])((?:\/|\$\{)[^'`\s]*)\2|([A-Z][A-Z_]{3,}|path|at)),/g

export function routesInCode(): ServerRoute[] {
  const src = inRoot('src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:features\/\w+\/server|platform\/http|wire)(?:\/|\.ts)/.test(file) && /(?<!\.test)\.ts$/.test(file),
  )
  return files.flatMap((file) =>
    [...readFileSync(`${src}/${file}`, 'utf8').matchAll(ROUTE)].map(([, method = '', , text, constant]) => ({
      method,
      name: `${file} ${(text ?? constant ?? '').replaceAll('${', '{')}`,
    })),
  )
}
