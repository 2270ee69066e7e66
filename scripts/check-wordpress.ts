// npm run check:wordpress: checks the syntax of the WordPress plugin and runs its functions on small replacements of
// WordPress's. It needs PHP, which npm test does not: without PHP it says so and fails.
import { spawnSync } from 'node:child_process'
import { inRoot } from './repository.ts'

const PLUGIN = inRoot('integrations', 'wordpress', 'answerloom')
const RUNS = [
  ['-l', `${PLUGIN}/answerloom.php`],
  ['-l', `${PLUGIN}/uninstall.php`],
  [inRoot('tests', 'support', 'wordpress', 'plugin-test.php'), PLUGIN],
]

for (const args of RUNS) {
  const { error, status } = spawnSync('php', args, { stdio: 'inherit' })
  if (error) {
    console.error('The plugin was not checked: PHP is not installed. On Debian: apt-get install php-cli')
    process.exit(1)
  }
  if (status !== 0) process.exit(1)
}
