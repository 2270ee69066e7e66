// npm test: its own set-up, then everything. "--verify" runs the quick part; stage names run only those.
import { bootstrap } from './bootstrap/bootstrap.mjs'

await bootstrap({ dev: true })
const { runTests } = await import('./test/run-tests.ts')
process.exitCode = await runTests(process.argv.slice(2))
