// For images: removes files of packages that the server never loads: builds for browsers and graphics processors,
// debugging maps and tests. They are a third of the image. Changes the node_modules of the current folder.
import { globSync, readdirSync, rmSync } from 'node:fs'

/** The encoder runs on the processor. */
const RUNTIME = 'node_modules/onnxruntime-web/dist'
const KEPT = /^ort(\.node\.min\.m?js|-wasm-simd-threaded\.(mjs|wasm))$/
const REMOVED = [
  'node_modules/**/*.map',
  'node_modules/tesseract.js-core/*.wasm.js',
  'node_modules/@mixmark-io/domino/test',
]

for (const file of readdirSync(RUNTIME)) if (!KEPT.test(file)) rmSync(`${RUNTIME}/${file}`)
for (const pattern of REMOVED) for (const path of globSync(pattern)) rmSync(path, { recursive: true })
