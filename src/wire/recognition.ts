import { installCommand } from '../features/knowledge/server/index.ts'
import type { Core } from './core.ts'

/** Logs the languages in which scanned pages can be read, and what to install for those that are missing. */
export async function logRecognition({ config, knowledge, log }: Core): Promise<void> {
  const recognizer = await knowledge.services.recognizer()
  const languages = recognizer?.languages ?? []
  if (recognizer) log.info({ languages }, 'Text recognition for scanned pages is available')
  const missing = config.recognitionLanguages.filter((code) => !languages.includes(code))
  if (missing.length > 0)
    log.warn({ missing, install: installCommand(missing) }, 'Scanned pages in these languages cannot be read')
}
