import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeModel } from '../../../../tests/support/models/local-model.ts'
import { type ModelHub, startModelHub } from '../../../../tests/support/models/model-hub.ts'
import { tinyEncoder } from '../../../../tests/support/models/tiny-encoder.ts'
import { readModelFiles } from '../model-files.ts'
import { findLocalModel, modelsFolder } from '../model-folder.ts'
import { type GetModelOptions, getModel } from './get-model.ts'
import { createProgressBar } from './progress-bar.ts'

const MODEL = 'onnx/model_quantized.onnx'
const files = tinyEncoder({ files: { 'onnx/model.onnx': Buffer.alloc(5000), 'pytorch_model.bin': Buffer.alloc(5000) } })
const modelBytes = files.get(MODEL)!.length

let dataDir: string
let hub: ModelHub
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'models-'))
  hub = await startModelHub({ 'Xenova/tiny': files })
})
afterEach(async () => {
  await hub.close()
  await rm(dataDir, { recursive: true })
})

const get = (source: string, options: Partial<GetModelOptions> = {}) =>
  getModel({
    source,
    hub: new URL(options.hub ?? hub.url),
    to: modelsFolder(dataDir),
    file: null,
    languages: null,
    onProgress: () => {},
    ...options,
  })

function read(name: string) {
  const { folder, manifest } = findLocalModel(dataDir, name)
  return { manifest, files: readModelFiles(folder, manifest) }
}

const rangesOf = (file: string) => hub.downloads.filter((one) => one.path === file).map((one) => one.range)

describe('a model from the hub', () => {
  test('is stored with its required files, at the listed commit, with their checksums', async () => {
    const progress: number[][] = []
    const result = await get('Xenova/tiny', { onProgress: (done, total) => progress.push([done, total]) })
    expect(result).toMatchObject({ semantic: 'local:tiny', languages: ['en'] })
    const { manifest, files: stored } = read('tiny')
    expect(manifest).toMatchObject({
      source: 'Xenova/tiny',
      model: MODEL,
      revision: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expect([...stored.keys()].sort()).toEqual([MODEL, 'tokenizer.json', 'tokenizer_config.json'])
    for (const [file, content] of stored) expect(content.equals(files.get(file)!)).toBe(true)
    expect(progress.at(-1)).toEqual([result.bytes, result.bytes])
    expect(await readdir(modelsFolder(dataDir))).toEqual(['tiny'])
  })

  test('is found by a name without its owner', async () => {
    expect(await get('tiny')).toMatchObject({ semantic: 'local:tiny' })
  })

  test('is downloaded again after a broken connection', async () => {
    hub.cutAfter(400)
    await get('tiny')
    expect(rangesOf(MODEL)).toHaveLength(2)
    expect(read('tiny').files.get(MODEL)!.equals(files.get(MODEL)!)).toBe(true)
  })

  test('is completed by a later call', async () => {
    const arriving = path.join(modelsFolder(dataDir), '.tiny.arriving')
    await mkdir(arriving, { recursive: true })
    await get('tiny')
    const { files: listed } = read('tiny').manifest
    const { sha256 } = listed.find((file) => file.path === MODEL)!
    await mkdir(arriving, { recursive: true })
    await writeFile(path.join(arriving, `${encodeURIComponent(MODEL)}.${sha256}`), files.get(MODEL)!.subarray(0, 700))
    hub.downloads.length = 0
    const seen: number[] = []
    await get('tiny', { onProgress: (done) => seen.push(done) })
    expect(rangesOf(MODEL)).toEqual(['bytes=700-'])
    expect(seen).toContain(700)
    expect(read('tiny').files.get(MODEL)!.equals(files.get(MODEL)!)).toBe(true)
  })

  test('is downloaded completely again from a store without ranges', async () => {
    hub.ignoreRanges()
    hub.cutAfter(400)
    await get('tiny')
    expect(read('tiny').files.get(MODEL)).toHaveLength(modelBytes)
  })

  test("is refused when a file differs from the hub's checksum, and the former model is kept", async () => {
    await get('tiny')
    hub.tamper(MODEL, Buffer.alloc(modelBytes, 7))
    await expect(get('tiny')).rejects.toThrow(`${MODEL} has another checksum than its source states`)
    expect(read('tiny').files.get(MODEL)!.equals(files.get(MODEL)!)).toBe(true)
  })

  test('is reported when it is unavailable', async () => {
    await expect(get('acme/missing')).rejects.toThrow('has no public model acme/missing')
    await expect(get('a b')).rejects.toThrow('"a b" is neither a folder nor a name of the hub')
    await expect(get('tiny', { file: 'other.onnx' })).rejects.toThrow(/has these ONNX files: .*Choose one with --file/)
    const closed = hub.url
    await hub.close()
    await expect(get('tiny', { hub: new URL(closed) })).rejects.toThrow('cannot be reached')
    hub = await startModelHub({ 'them/torch': tinyEncoder({ files: { [MODEL]: null } }) })
    await expect(get('them/torch')).rejects.toThrow('them/torch has no ONNX file')
  })

  test('has the languages of its model card', async () => {
    await hub.close()
    hub = await startModelHub({ 'Xenova/tiny': files }, { language: ['multilingual', 'de'] })
    expect((await get('tiny')).languages).toBeNull()
    expect((await get('tiny', { languages: ['de', 'fr'] })).languages).toEqual(['de', 'fr'])
    await hub.close()
    hub = await startModelHub({ 'Xenova/tiny': files }, { language: 'zh-Hans' })
    expect((await get('tiny')).languages).toEqual(['zh'])
  })
})

describe('a model from a folder', () => {
  test('is copied, and a changed file is detected when it is loaded', async () => {
    const source = await writeModel(path.join(dataDir, 'source'), 'mine', files)
    const { folder } = await get(source)
    expect(read('mine').manifest).toMatchObject({ source: 'mine', revision: null, model: MODEL })
    expect(findLocalModel(dataDir, 'mine').vectorSpace).toMatch(/^mine@[0-9a-f]{12}$/)
    const changed = path.join(folder, 'tokenizer.json')
    await writeFile(changed, `${await readFile(changed, 'utf8')} `)
    expect(() => read('mine')).toThrow(/tokenizer\.json has another checksum .*npm run model:get -- mine/)
    await expect(get(await writeModel(path.join(dataDir, 'source'), 'two words', files))).rejects.toThrow(
      '"two words" cannot be a model\'s name',
    )
  })
})

test('a missing model is reported with the command that downloads it', () => {
  expect(() => findLocalModel(dataDir, 'tiny')).toThrow('Run "npm run model:get -- tiny"')
})

test('the download progress is one updated line on a terminal, and one line per tenth elsewhere', () => {
  const written = (isTTY: boolean) => {
    const texts: string[] = []
    const draw = createProgressBar({ isTTY, write: (text) => texts.push(text) })
    for (let done = 0; done <= 2e6; done += 1e4) draw(done, 2e6)
    return texts
  }
  expect(written(false)).toHaveLength(11)
  expect(written(false)[5]).toBe(`[${'#'.repeat(15)}${'.'.repeat(15)}] 50 %, 1.0 of 2.0 MB\n`)
  expect(written(true).at(-1)).toBe(`\r[${'#'.repeat(30)}] 100 %, 2.0 of 2.0 MB\n`)
})
