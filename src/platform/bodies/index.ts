export { parseJson } from './parse-json.ts'
export {
  type BodyReader,
  type BodyReaderOptions,
  type BodySource,
  createBodyReader,
  type RequestBody,
  SMALL_BODY_BYTES,
} from './request-body.ts'
