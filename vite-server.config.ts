// The server in one file: of 1,500 modules it takes three seconds of a core to find, read and compile each; of one it
// takes half a second. Threads and processes of its own it runs from the sources, and in development all of it.
import path from 'node:path'
import { defineConfig } from 'vite'

/** They carry machine code or files of their own, or are asked for only where they are installed. */
export const LEFT_OUTSIDE = [
  '@electric-sql/pglite',
  '@tesseract.js-data/eng',
  'lightningcss',
  'pg-native',
  'sharp',
  'tesseract.js',
  'vite',
]

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external: LEFT_OUTSIDE, target: 'node' },
  build: {
    ssr: path.join(import.meta.dirname, 'src', 'main.ts'),
    outDir: 'dist/server',
    target: 'node24',
    // A failure must name its place.
    minify: false,
    // V8 keeps the source in memory, with two bytes per character if one of them is outside of Latin-1. Licenses remain.
    rolldownOptions: {
      output: {
        charset: 'ascii',
        comments: { annotation: false, jsdoc: false },
        entryFileNames: 'main.mjs',
        chunkFileNames: '[name]-[hash].mjs',
      },
    },
  },
})
