import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readModelGetArguments } from './model-get.ts'

const config = { dataDir: '/data' }
const read = (...args: string[]) => readModelGetArguments(args, config)

describe('the words after model:get', () => {
  test('a name alone is looked up on the hub and goes into the data folder', () => {
    expect(read('multilingual-e5-small')).toEqual({
      source: 'multilingual-e5-small',
      hub: new URL('https://huggingface.co'),
      to: path.join('/data', 'models'),
      file: null,
      languages: null,
    })
  })

  test('hub, folder, file and languages can be chosen', () => {
    const options = [
      '--hub',
      'http://mirror.example/hub',
      '--to',
      '/models',
      '--file',
      'model.onnx',
      '--languages',
      'de, en',
    ]
    expect(read('owner/name', ...options)).toMatchObject({
      source: 'owner/name',
      hub: new URL('http://mirror.example/hub'),
      to: '/models',
      file: 'model.onnx',
      languages: ['de', 'en'],
    })
  })

  test.each([[[]], [['one', 'two']]])('%j: one model is named', (words) => {
    expect(() => read(...words)).toThrow('Name one model: npm run model:get -- multilingual-e5-small')
  })

  test('an address that is none is named', () => {
    expect(() => read('one', '--hub', 'mirror')).toThrow('not "mirror"')
  })
})
