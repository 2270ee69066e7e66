// Builds the packages under packages/ into their dist folders, as they would be published: JavaScript by Vite, types by
// TypeScript.
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { bundlePackage, PACKAGES } from './packages/bundle-package.ts'
import { inRoot, root } from './repository.ts'

execFileSync(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-b', 'tsconfig.packages.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
})
for (const name of Object.keys(PACKAGES)) {
  const dist = inRoot('packages', name, 'dist')
  await bundlePackage(name, dist)
  cpSync(inRoot('.cache/types/packages/packages', name, 'src'), `${dist}/types`, { recursive: true })
}
