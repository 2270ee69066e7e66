// For images: takes out of package.json what the built server has within itself, so that `npm install --omit=dev` removes
// those packages, and the workspaces, whose peer dependencies npm would keep. Changes the package.json of the current folder; nothing but a build in a folder of its own wants that.
import { readFileSync, writeFileSync } from 'node:fs'

const keep = JSON.parse(readFileSync(new URL('./runtime-packages.json', import.meta.url), 'utf8'))
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const dependencies = Object.fromEntries(keep.map((name) => [name, manifest.dependencies[name]]))
writeFileSync(
  'package.json',
  `${JSON.stringify({ ...manifest, dependencies, devDependencies: {}, workspaces: undefined }, null, 2)}\n`,
)
