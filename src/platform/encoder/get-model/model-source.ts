import { CONVENTION_FILES } from '../model-conventions.ts'
import { ModelError } from '../model-files.ts'

export interface SourceFile {
  path: string
  bytes: number
  /** Stated by the hub; null in a folder. `git-sha1` is that of a blob, with its header. */
  checksum: { algorithm: 'sha256' | 'git-sha1'; digest: string } | null
}

/** Repository of the hub, or a folder, with a sentence encoder. */
export interface ModelSource {
  /** Repository with its owner, or name of the folder. */
  source: string
  revision: string | null
  /** Codes of languages by the model's card; null without any. */
  languages: string[] | null
  files: readonly SourceFile[]
  /** Writes a file to `target`, or what is missing there of it. */
  fetchFile(file: SourceFile, target: string, onBytes: (bytes: number) => void): Promise<void>
}

/** Weights in 8 bits first: a quarter of the size, with nearly the same vectors. */
const MODEL_FILES = [
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  'model_quantized.onnx',
  'onnx/model.onnx',
  'model.onnx',
]
const TOKENIZER = 'tokenizer.json'

/** The ONNX file to use: the wanted one, else the first known name, else the only one. Null without any. */
export function chooseModelFile(sourceFiles: readonly SourceFile[], wantedFile: string | null): string | null {
  const modelPaths = sourceFiles.map((sourceFile) => sourceFile.path).filter((modelPath) => modelPath.endsWith('.onnx'))
  if (wantedFile !== null) return modelPaths.find((modelPath) => modelPath === wantedFile) ?? null
  return (
    MODEL_FILES.find((modelPath) => modelPaths.includes(modelPath)) ?? (modelPaths.length === 1 ? modelPaths[0]! : null)
  )
}

/** Files that are needed to run the model. Throws ModelError where it has none that can be run. */
export function chooseFiles(
  { source, files }: Pick<ModelSource, 'source' | 'files'>,
  wantedFile: string | null,
): { model: string; chosen: SourceFile[] } {
  const chosenModel = chooseModelFile(files, wantedFile)
  if (chosenModel === null) {
    const modelFiles = files.filter(({ path }) => path.endsWith('.onnx')).map(({ path }) => path)
    throw new ModelError(
      modelFiles.length > 0
        ? `${source} has these ONNX files: ${modelFiles.join(', ')}. Choose one with --file.`
        : `${source} has no ONNX file. The hub has conversions of many models, often under the same name by Xenova or onnx-community.`,
    )
  }
  if (!files.some(({ path }) => path === TOKENIZER)) throw new ModelError(`${source} has no ${TOKENIZER}.`)
  const neededNames = new Set<string>([chosenModel, TOKENIZER, ...CONVENTION_FILES])
  const isWeightsFile = (filePath: string) =>
    filePath.startsWith(`${chosenModel}_data`) || filePath.startsWith(`${chosenModel}.data`)
  return { model: chosenModel, chosen: files.filter(({ path }) => neededNames.has(path) || isWeightsFile(path)) }
}
