// One configuration, one environment per surface: the dashboard (`client`, React), what visitors get (`visitor` and the
// widget's `frame`, Preact), the same pages for the server (`visitorSsr`), and what customers' own pages load (`widget`,
// `launcher`), and the script of /api/docs (`docs`). What a surface has no entry for is not built.
import { existsSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'

const at = (file: string) => path.join(import.meta.dirname, file)

const DASHBOARD_PAGE = 'src/shell/index.html'

const ENTRIES = {
  client: { dashboard: at(DASHBOARD_PAGE) },
  visitor: { visitor: at('src/features/visitors/web/visitor-entry.tsx') },
  // An environment of its own: a chunk shared with the public page would be one more request.
  frame: { frame: at('src/features/visitors/web/frame-entry.tsx') },
  visitorSsr: {
    'visitor-server': at('src/features/visitors/web/visitor-server.tsx'),
    'frame-server': at('src/features/visitors/web/frame-server.tsx'),
    'marketing-server': at('src/features/marketing/web/marketing-server.tsx'),
  },
  widget: { widget: at('src/widget-loader/widget.ts') },
  launcher: { launcher: at('src/widget-loader/launcher.ts') },
  docs: { 'api-docs': at('src/features/operations/web/try-it.ts') },
  elements: { elements: at('packages/elements/src/elements.tsx') },
}

/** The surfaces that run on Preact. */
const ON_PREACT = ['visitor', 'frame', 'visitorSsr', 'elements']

const REACT_ON_PREACT = at('src/features/visitors/web/react-on-preact.ts')

/** Replaces React on a surface: in browsers with as little as its pages use, on the server with all of it. */
const preactFor = (surface: string): Record<string, string> => ({
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  ...(surface === 'visitorSsr'
    ? {
        react: 'preact/compat',
        'react/jsx-runtime': 'preact/jsx-runtime',
        'react-dom/server': 'preact-render-to-string',
      }
    : { react: REACT_ON_PREACT, 'react/jsx-runtime': REACT_ON_PREACT, 'react-dom/client': REACT_ON_PREACT }),
})

/** Preact in place of React, on the visitor surfaces alone: a top-level alias would hit the dashboard as well. */
function preactForVisitors(): Plugin {
  return {
    name: 'preact-for-visitors',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => ON_PREACT.includes(name),
    resolveId(source, importer, options) {
      const replacement = preactFor(this.environment.name)[source]
      return replacement ? this.resolve(replacement, importer, { ...options, skipSelf: true }) : undefined
    },
  }
}

/**
 * Contracts declare schemas at the top level, and calls that may have effects are never shaken off. Marked as pure, a
 * contract costs a visitor what the page uses of it (a sentence, a limit) and not the schema library.
 */
function contractsWithoutWeight(): Plugin {
  return {
    name: 'contracts-without-weight',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'visitor' || name === 'frame',
    transform: {
      filter: { id: /\/src\/(features\/[\w-]+\/contract(\/[\w-]+)?|kernel\/[\w-]+)\.ts$/ },
      handler(code) {
        let out = ''
        let from = 0
        for (const node of this.parse(code).body) {
          const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (!init || init.type === 'Literal') continue
            out += `${code.slice(from, init.start)}/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
            from = init.end
          }
        }
        return { code: out + code.slice(from), map: null }
      },
    },
  }
}

/** Puts the dashboard's page at the top of its output: the root is the repository, so it would keep its path. */
function dashboardPageOnTop(): Plugin {
  return {
    name: 'dashboard-page-on-top',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const page = bundle[DASHBOARD_PAGE]
      if (page?.type !== 'asset') return
      delete bundle[DASHBOARD_PAGE]
      this.emitFile({ type: 'asset', fileName: 'index.html', source: page.source })
    },
  }
}

// Nothing is inlined into scripts, styles or pages: the content security policy has no room for it.
const forBrowsers = { manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } }

// By default, modules share a chunk only if exactly the same screens use them: a first visit asked for 68 files. Below 40
// screens, the common chunk would bring what the first visit does not use.
const DASHBOARD_CHUNKS = [
  { name: 'common', minShareCount: 40 },
  { name: 'icons', test: /lucide-react/, minShareCount: 3 },
]

// Chunks that the page of the dashboard loads itself; later imports need not name them again.
const SHELL_CHUNK = /\/(rolldown-runtime|common|icons|dashboard)-[\w-]{8}\.js$/

const dashboardPreload = {
  polyfill: false,
  resolveDependencies: (_url: string, chunks: string[], { hostType }: { hostType: 'html' | 'js' }) =>
    hostType === 'js' ? chunks.filter((chunk) => !SHELL_CHUNK.test(`/${chunk}`)) : chunks,
}

// Importing one of our modules has no effect beyond what is used of it, so a feature's public surface may offer dialogs
// that only some pages load. Styles and the entry act by being imported.
const DASHBOARD_SIDE_EFFECTS = [
  { test: /\.(css|html)$|\/src\/shell\/(main\.tsx|schemas-without-eval\.ts)$/, sideEffects: true },
  { test: /\/src\/(shell|web|features|kernel)\//, sideEffects: false },
]
const VISITOR_SIDE_EFFECTS = [
  { test: /-entry\.tsx$/, sideEffects: true },
  { test: /\/src\//, sideEffects: false },
]

/** A script with a name of its own, for pages that are not ours. */
const loader = (
  entry: string,
  o: { name: string; fileName: string; format: 'iife' | 'es'; chunks?: string },
): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    outDir: `dist/${o.name}`,
    copyPublicDir: false,
    target: 'es2022',
    // An older target would replace light-dark() by variables that follow only color schemes of the same style sheet.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // As a library: what it exports stays, and nothing of Vite's is put in front of its import().
    lib: { entry, name: o.name, formats: [o.format], fileName: () => o.fileName },
    rolldownOptions: {
      output: { minify: true, ...(o.chunks ? { chunkFileNames: o.chunks } : { codeSplitting: false }) },
      // Modules of the kernel have no effect by being imported: only the functions that are used come along.
      treeshake: { moduleSideEffects: [{ test: /\/src\/kernel\//, sideEffects: false }] },
    },
  },
})

const environments: Record<keyof typeof ENTRIES, EnvironmentOptions> = {
  client: {
    build: {
      ...forBrowsers,
      modulePreload: dashboardPreload,
      outDir: 'dist/client',
      rolldownOptions: {
        input: ENTRIES.client,
        output: { codeSplitting: { groups: DASHBOARD_CHUNKS } },
        treeshake: { moduleSideEffects: DASHBOARD_SIDE_EFFECTS },
      },
    },
  },
  visitor: {
    consumer: 'client',
    build: {
      ...forBrowsers,
      outDir: 'dist/visitor',
      assetsDir: 'visitor-assets',
      copyPublicDir: false,
      rolldownOptions: { input: ENTRIES.visitor, treeshake: { moduleSideEffects: VISITOR_SIDE_EFFECTS } },
    },
  },
  frame: {
    consumer: 'client',
    build: {
      ...forBrowsers,
      outDir: 'dist/frame',
      assetsDir: 'visitor-assets',
      copyPublicDir: false,
      rolldownOptions: { input: ENTRIES.frame, treeshake: { moduleSideEffects: VISITOR_SIDE_EFFECTS } },
    },
  },
  widget: loader(ENTRIES.widget.widget, { name: 'widget', fileName: 'widget.js', format: 'iife' }),
  launcher: loader(ENTRIES.launcher.launcher, { name: 'launcher', fileName: 'widget/launcher.js', format: 'es' }),
  docs: {
    consumer: 'client',
    build: {
      ...forBrowsers,
      manifest: false,
      outDir: 'dist/docs',
      assetsDir: 'docs-assets',
      copyPublicDir: false,
      rolldownOptions: { input: ENTRIES.docs },
    },
  },
  elements: loader(ENTRIES.elements.elements, {
    name: 'elements',
    fileName: 'widget/elements.js',
    format: 'es',
    // Without a hash: a copy of the script that a browser kept still finds them after an update.
    chunks: 'widget/elements/[name].js',
  }),
  visitorSsr: {
    consumer: 'server',
    resolve: { noExternal: true },
    build: {
      outDir: 'dist/visitor-ssr',
      target: 'node24',
      copyPublicDir: false,
      manifest: true,
      minify: false,
      // Pictures of the site's pages: no other surface imports them.
      emitAssets: true,
      cssMinify: true,
      rolldownOptions: { input: ENTRIES.visitorSsr, output: { entryFileNames: '[name].js' } },
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'src/web/public',
  resolve: { alias: { '@answerloom/client': at('packages/client/src/index.ts') } },
  plugins: [react(), tailwindcss(), preactForVisitors(), contractsWithoutWeight(), dashboardPageOnTop()],
  environments,
  builder: {
    async buildApp(builder) {
      for (const [name, inputs] of Object.entries(ENTRIES)) {
        const environment = builder.environments[name]
        if (environment && Object.values(inputs).every((input) => existsSync(input))) await builder.build(environment)
      }
    },
  },
})
