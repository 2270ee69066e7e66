import type { PublicWorkspace } from '../../workspaces/contract.ts'
import type { VisitorTexts } from '../contract.ts'

export async function socialImage(_w: PublicWorkspace, _t: VisitorTexts): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from('')
}
