import type { PublicWorkspace } from '../../workspaces/contract.ts'
import { initialOf } from '../domain/branding.ts'
import { assetAddress } from '../domain/web-address.ts'

/** A workspace's sign beside its answers: its logo, or else its initial. */
export interface WorkspaceMark {
  logo?: string
  initial: string
}

export function markOf(workspace: PublicWorkspace): WorkspaceMark {
  const logo = assetAddress(workspace.logo_url)
  return { initial: initialOf(workspace), ...(logo && { logo }) }
}

export const BrandMark = ({ logo, initial }: WorkspaceMark) =>
  logo ? (
    <img src={logo} alt="" width={28} height={28} className="badge mark" />
  ) : (
    <span aria-hidden="true" className="badge mark">
      {initial}
    </span>
  )
