import type { Generate } from '../features/answering/server/index.ts'
import type { Config } from '../platform/config/index.ts'

/** The configured language model, or null: then the built-in answerer writes. */
export function createGenerate(_config: Config): Generate | null {
  return null
}
