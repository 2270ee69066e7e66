// A real sentence encoder of a few words: a tokenizer, and an ONNX model that looks up a vector for each of them.
import { OnnxGraph } from '../../../src/platform/encoder/onnx-model.ts'

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']

/** Words that mean the same, over all languages, have one direction each. */
export const CONCEPTS: readonly (readonly string[])[] = [
  ['refund', 'money', 'reimburse', 'geld', 'erstattung', 'remboursement'],
  ['fish', 'aquarium', 'goldfish', 'tank', 'fische', 'becken', 'poisson'],
  ['umbrella', 'brolly', 'schirm', 'parapluie'],
  ['dog', 'hound', 'dogs', 'hund', 'chien'],
  ['password', 'login', 'kennwort', 'passwort'],
  // The prefixes of models of the family e5.
  ['query'],
  ['passage'],
]

export interface TinyEncoderOptions {
  /** Files in addition, or in place, by their path; null leaves one out. */
  files?: Record<string, unknown>
}

/** Files of a model by their path, as a repository of the hub has them. */
export function tinyEncoder(options: TinyEncoderOptions = {}): Map<string, Buffer> {
  const files: Record<string, unknown> = {
    'onnx/model_quantized.onnx': onnxModel(),
    'tokenizer.json': tokenizer(),
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 512 },
    'README.md': '# Tiny encoder',
    ...options.files,
  }
  return new Map(
    Object.entries(files)
      .filter(([, content]) => content !== null)
      .map(([path, content]) => [path, toBuffer(content)]),
  )
}

const toBuffer = (content: unknown): Buffer =>
  content instanceof Uint8Array
    ? Buffer.from(content)
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))

const words = CONCEPTS.flatMap((concept, direction) => concept.map((word) => ({ word, direction })))

function onnxModel(): Uint8Array {
  const width = CONCEPTS.length
  const vectors = new Float32Array((SPECIAL.length + words.length) * width)
  for (const [index, { direction }] of words.entries()) vectors[(SPECIAL.length + index) * width + direction] = 1
  const graph = new OnnxGraph()
  const tokens = graph.input('input_ids', 'int64', ['batch', 'length'])
  const mask = graph.input('attention_mask', 'int64', ['batch', 'length'])
  const embedded = graph.add('Gather', [graph.floats([vectors.length / width, width], vectors), tokens])
  const weights = graph.add('Unsqueeze', [graph.add('Cast', [mask], { to: 1 }), graph.integers(-1)])
  return graph.model(graph.add('Mul', [embedded, weights]), ['batch', 'length', width])
}

function tokenizer(): object {
  const vocabulary = [...SPECIAL, ...words.map(({ word }) => word)]
  const special = (content: string, id: number) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })
  const edge = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map(special),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [edge('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, edge('[SEP]')],
      pair: [],
      special_tokens: Object.fromEntries(
        ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [SPECIAL.indexOf(id)], tokens: [id] }]),
      ),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, index) => [word, index])),
    },
  }
}
