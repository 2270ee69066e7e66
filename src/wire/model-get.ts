import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../platform/config/index.ts'
import {
  createProgressBar,
  type GetModelOptions,
  type GottenModel,
  getModel,
  modelsFolder,
} from '../platform/encoder/index.ts'

const MODEL_HUB = 'https://huggingface.co'

/** The words after `model:get`. Throws an error with a sentence about what is wrong. */
export function readModelGetArguments(
  commandArguments: string[],
  { dataDir }: Pick<Config, 'dataDir'>,
): Omit<GetModelOptions, 'onProgress'> {
  const { values, positionals } = parseArgs({
    args: commandArguments,
    allowPositionals: true,
    options: {
      hub: { type: 'string', default: MODEL_HUB },
      to: { type: 'string' },
      file: { type: 'string' },
      languages: { type: 'string' },
    },
  })
  const [source, ...others] = positionals
  if (source === undefined || others.length > 0)
    throw new Error('Name one model: npm run model:get -- multilingual-e5-small, or a folder that has it.')
  if (!URL.canParse(values.hub)) throw new Error(`--hub is an address such as ${MODEL_HUB}, not "${values.hub}".`)
  return {
    source,
    hub: new URL(values.hub),
    to: values.to === undefined ? modelsFolder(dataDir) : path.resolve(values.to),
    file: values.file ?? null,
    languages: values.languages?.split(',').map((languageCode) => languageCode.trim()) ?? null,
  }
}

/** It needs no database, so it runs beside a server as well as without one; a server reads its model at its start. */
export const runModelGet = (modelOptions: Omit<GetModelOptions, 'onProgress'>): Promise<GottenModel> =>
  getModel({ ...modelOptions, onProgress: createProgressBar(process.stderr) })
