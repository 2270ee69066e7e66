import type { Appearance } from '../../../appearance/contract.ts'
import type { WorkspaceStanding } from '../../../workspaces/web/index.ts'
import { type TagOptions, tagAttributes } from '../../domain/embed-snippet.ts'
import { InstallCheck } from './install-check.tsx'
import { PublicAddress } from './public-address.tsx'
import { Snippet } from './snippet.tsx'
import { TagOptionsFields } from './tag-options.tsx'

interface ShareSectionProps {
  current: WorkspaceStanding
  look: Appearance
  options: TagOptions
  onOptionsChange: (options: TagOptions) => void
  height: number | null
}

/** The public page's address, and the code for one's own website. */
export function ShareSection({ current, look, options, onOptionsChange, height }: ShareSectionProps) {
  return (
    <div className="flex flex-col gap-6">
      <PublicAddress url={current.public_url} />
      <div className="border-t border-line pt-5">
        <h3 className="mb-3 text-base font-semibold">On your website</h3>
        <TagOptionsFields options={options} onChange={onOptionsChange} height={height} />
      </div>
      <Snippet attributes={tagAttributes(current.workspace.id, look, options)} launcher={options.mode === 'launcher'} />
      <div className="border-t border-line pt-5">
        <h3 className="mb-3 text-base font-semibold">Installation check</h3>
        <div className="flex flex-col gap-3">
          <InstallCheck />
        </div>
      </div>
    </div>
  )
}
