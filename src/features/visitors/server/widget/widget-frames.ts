import type { HttpApp, MemoryReply, RequestHead } from '../../../../platform/http/index.ts'
import type { FrameSource } from '../../domain/frame.ts'
import type { FrameAddress } from './frame-address.ts'
import type { FrameAssets } from './frame-document.ts'
import type { InstallationsDependencies } from './widget-installations.ts'

export interface WidgetFramesDependencies {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Null when there is no such workspace. */
  loadFrame(name: FrameAddress['workspace']): Promise<FrameSource | null>
  sightings: InstallationsDependencies
  /** Called for each render, so that development can hand out the newest. */
  assets(): FrameAssets | Promise<FrameAssets>
  /** Size limit of the cache in bytes; 32 MB by default. */
  cacheBytes?: number
}

export interface WidgetFrames {
  /** The answer from the cache, before anything else runs; null when the request is for `routes`. */
  fromMemory(head: RequestHead): MemoryReply | null
  /** `GET /widget/frame`; mount at the root. */
  routes: HttpApp
  /** Forgets a workspace's frames: subscribe it to what changes them. */
  drop(workspaceId: string): void
  /**
   * Called when events may have been missed: loads everything again, and shows the last known content when loading
   * fails.
   */
  markStale(): void
  /** Forgets everything. */
  flush(): void
  /** Stores what was seen last. */
  close(): Promise<void>
}
