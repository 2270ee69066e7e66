import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readModelGetArguments } from './model-get.ts'

const config = { dataDir: '/data' }
const read = (...args: string[]) => readModelGetArguments(args, config)

describe('the arguments of model:get', () => {
  test('accept a name alone, from the hub into the data folder', () => {
    expect(read('multilingual-e5-small')).toEqual({
      source: 'multilingual-e5-small',
      hub: new URL('https://huggingface.co'),
      to: path.join('/data', 'models'),
      file: null,
      languages: null,
    })
  })

  test('accept hub, folder, file and languages', () => {
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

  test.each([[[]], [['one', 'two']]])('require one model: %j', (words) => {
    expect(() => read(...words)).toThrow('Name one model: npm run model:get -- multilingual-e5-small')
  })

  test('report an invalid address', () => {
    expect(() => read('one', '--hub', 'mirror')).toThrow('not "mirror"')
  })
})
