import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installTinyModel } from '../../../tests/support/models/local-model.ts'
import { silentLogger } from '../log/index.ts'
import { createSentenceEncoder, findLocalModel, type SentenceEncoder } from './index.ts'

let dataDir: string
const opened: SentenceEncoder[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'encoder-'))
})
afterAll(async () => {
  for (const encoder of opened) await encoder.close()
  await rm(dataDir, { recursive: true })
})

async function tinyEncoderNamed(name: string, files: Record<string, unknown> = {}): Promise<SentenceEncoder> {
  await installTinyModel(dataDir, name, { files })
  const { folder, manifest, vectorSpace: model } = findLocalModel(dataDir, name)
  const encoder = createSentenceEncoder(silentLogger, { model, local: { folder, manifest } })
  opened.push(encoder)
  return encoder
}

const product = (left: number[], right: number[]) => left.reduce((sum, value, index) => sum + value * right[index]!, 0)

test('texts with the same meaning are similar across languages, also without common words', async () => {
  const { questions, background } = await tinyEncoderNamed('plain')
  const [asked] = await questions.embed(['Wie komme ich an mein Geld?'])
  const [refund, aquarium, long] = await background.embed([
    'How do I get a refund?',
    'When may we see the aquarium?',
    'refund '.repeat(3000),
  ])
  expect(product(asked!, asked!)).toBeCloseTo(1, 5)
  expect(product(asked!, refund!)).toBeCloseTo(1, 5)
  expect(product(asked!, aquarium!)).toBeCloseTo(0, 5)
  expect(product(asked!, long!)).toBeCloseTo(1, 5)
})

test('a text without a known word has a vector', async () => {
  const { questions } = await tinyEncoderNamed('plain')
  const [vector] = await questions.embed(['xyzzy'])
  expect(product(vector!, vector!)).toBe(1)
})

const prefixed = async ({ questions, background }: SentenceEncoder) => {
  const [asked] = await questions.embed(['refund'])
  const [answered] = await background.embed(['refund'])
  return { asked: asked!.map((one) => one > 0), answered: answered!.map((one) => one > 0) }
}
const [REFUND, QUERY, PASSAGE] = [0, 5, 6]
const only = (...directions: number[]) => Array.from({ length: 7 }, (_, index) => directions.includes(index))

test('models of the family e5 get a prefix for questions and one for texts', async () => {
  expect(await prefixed(await tinyEncoderNamed('multilingual-e5-small'))).toEqual({
    asked: only(REFUND, QUERY),
    answered: only(REFUND, PASSAGE),
  })
})

test("the model's own prompts and pooling override those of its family", async () => {
  const prompts = { 'config_sentence_transformers.json': { prompts: { query: 'passage: ', document: '' } } }
  expect(await prefixed(await tinyEncoderNamed('e5-own', prompts))).toEqual({
    asked: only(REFUND, PASSAGE),
    answered: only(REFUND),
  })
  const first = { '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } }
  const { questions } = await tinyEncoderNamed('cls', first)
  const [vector] = await questions.embed(['refund fish'])
  // The first token has no direction in this model.
  expect(vector).toEqual([1, 0, 0, 0, 0, 0, 0])
})

test.each([
  [
    'layers that the ONNX file lacks',
    { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
    'has layers',
  ],
  ['a file that is not a model', { 'onnx/model_quantized.onnx': 'nonsense' }, 'cannot be used'],
])('%s: the error names the folder, also for the next text', async (name, files, reason) => {
  const { questions } = await tinyEncoderNamed(name.replaceAll(' ', '-'), files)
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(questions.embed(['refund'])).rejects.toMatchObject({
      code: 'embedding.failed',
      cause: { message: expect.stringMatching(`The model in ${dataDir}.*${reason}`) },
    })
  }
})

test('a damaged file is refused', async () => {
  const { questions } = await tinyEncoderNamed('damaged')
  await writeFile(path.join(findLocalModel(dataDir, 'damaged').folder, 'tokenizer.json'), '{}')
  await expect(questions.embed(['refund'])).rejects.toMatchObject({
    cause: { message: expect.stringContaining('tokenizer.json has another checksum than at its download') },
  })
})

test('an unsupported pooling is refused when the model is copied', async () => {
  const files = { '1_Pooling/config.json': { pooling_mode_max_tokens: true } }
  await expect(tinyEncoderNamed('max', files)).rejects.toThrow("The model's pooling is not supported")
})
