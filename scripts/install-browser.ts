// npm run browser:install: finds or installs the browser that reads pages which need JavaScript.
import { ensureBrowser } from '../tests/support/browser/browser-binary.ts'

try {
  const browser = await ensureBrowser(console.log)
  console.log(`Browser: ${browser}`)
  console.log('Answerloom finds it when it starts. Pages that wait for a browser are read within ten minutes.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
