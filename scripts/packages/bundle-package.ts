import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { inRoot, root } from '../repository.ts'

/** Entries of each package below its src folder; more than one where some run on servers and others in browsers only. */
export const PACKAGES: Record<string, Record<string, string>> = {
  client: { index: 'index.ts' },
  react: { index: 'index.ts', faq: 'faq.tsx', texts: 'texts/index.ts' },
}

/** React's mark for components that run in browsers, too; faq.tsx runs on servers alone where the site wants that. */
const banner = ({ name, isEntry }: { name: string; isEntry: boolean }) =>
  isEntry && name === 'index' ? "'use client';" : ''

/** Bundles one of the packages as it would be published: with what it uses of src/kernel, without other packages. */
export async function bundlePackage(name: string, outDir: string): Promise<void> {
  const folder = inRoot('packages', name, 'src')
  const entries = Object.entries(PACKAGES[name] ?? {})
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry: Object.fromEntries(entries.map(([key, file]) => [key, path.join(folder, file)])), formats: ['es'] },
      rolldownOptions: {
        external: /^(react|react-dom|@answerloom)(\/|$)/,
        output: { minify: true, ...(name === 'react' && { banner }) },
        treeshake: { moduleSideEffects: [{ test: /\/src\/kernel\//, sideEffects: false }] },
      },
    },
  })
  if (name === 'react') copyFileSync(path.join(folder, 'styles.css'), path.join(outDir, 'styles.css'))
}
