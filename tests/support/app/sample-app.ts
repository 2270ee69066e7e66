import { atEnd } from '../database/database.ts'
import { startNotion } from '../notion/notion-server.ts'
import { createTestApp, ENTERED_TOKEN, type TestApp } from './test-app.ts'

/** An application at which every sample input is answered: what the samples enter as tokens opens the fake of Notion. */
export async function createSampleApp(
  env: Record<string, string> = {},
  options: Parameters<typeof createTestApp>[1] = {},
): Promise<TestApp> {
  const notion = await startNotion()
  atEnd(notion.stop)
  for (const token of [ENTERED_TOKEN, 'ntn_sample']) notion.internalToken(token)
  return createTestApp({ ...notion.env, ...env }, options)
}
